import CX11
import Motion

/// A value on its way to another client piece by piece, since no one request holds it (ICCCM 2.7.2,
/// `INCR`).
///
/// The requestor takes a piece by deleting the property; then the next one follows. An empty piece
/// is the last.
struct SelectionTransfer {
  let selection: Atom
  let requestor: Window
  let property: Atom
  let type: Atom
  /// The events that this client had selected on the requestor's window before.
  let formerEventMask: Int
  /// When the requestor, if it has not taken the last piece by then, is given up.
  private(set) var deadline: Instant
  private(set) var isComplete = false
  private let content: SharedBytes
  private var sentCount = 0

  /// How long a requestor may take over one piece: Xt's time limit for selections.
  static let patience = Duration.seconds(5)

  /// - Parameter request: The one that the conversion is, or is a part of.
  init(
    _ content: SharedBytes, _ conversion: Conversion, of request: ConversionRequest,
    formerEventMask: Int, at now: Instant
  ) {
    self.content = content
    (type, property) = (conversion.target, conversion.property)
    (selection, requestor) = (request.selection, request.requestor)
    self.formerEventMask = formerEventMask
    deadline = now + Self.patience
  }

  /// Whether both go into the same property.
  func hasSameTarget(as other: SelectionTransfer) -> Bool {
    requestor == other.requestor && property == other.property
  }

  /// What announces it: the least number of bytes that will come.
  func announcement(_ atoms: Atoms) -> PropertyValue {
    .words([UInt(content.bytes.count)], type: atoms[.incr])
  }

  /// Takes the next piece, once the requestor has taken the one before.
  ///
  /// - Parameter limit: The most bytes of a piece.
  mutating func nextPiece(limit: Int, at now: Instant) -> PropertyValue {
    let piece = content.bytes.dropFirst(sentCount).prefix(limit)
    sentCount += piece.count
    isComplete = piece.isEmpty
    deadline = now + Self.patience
    return .bytes(Array(piece), type: type)
  }
}
