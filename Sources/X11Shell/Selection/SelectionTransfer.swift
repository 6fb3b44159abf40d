import CX11
import Motion

/// An incremental transfer of a value that exceeds the size of a request (ICCCM 2.7.2, `INCR`).
///
/// The requestor deletes the property when it has read a chunk; then the next chunk is written. An
/// empty chunk is the last one.
struct SelectionTransfer {
  let selection: Atom
  let requestor: Window
  let property: Atom
  let type: Atom
  /// The event mask that this client had selected on the requestor's window before the transfer.
  let previousEventMask: Int
  /// The time at which the transfer ends if the requestor has not read the last chunk.
  private(set) var deadline: Instant
  private(set) var isComplete = false
  private let content: SharedBytes
  private var sentCount = 0

  /// The timeout for reading a chunk, equal to Xt's timeout for selections.
  static let timeout = Duration.seconds(5)

  /// - Parameter request: The request that consists of the conversion or contains it.
  init(
    _ content: SharedBytes, _ conversion: Conversion, of request: ConversionRequest, previousEventMask: Int,
    at now: Instant
  ) {
    self.content = content
    (type, property) = (conversion.target, conversion.property)
    (selection, requestor) = (request.selection, request.requestor)
    self.previousEventMask = previousEventMask
    deadline = now + Self.timeout
  }

  /// Returns whether both transfers write to the same property.
  func hasSameTarget(as other: SelectionTransfer) -> Bool {
    requestor == other.requestor && property == other.property
  }

  /// Returns the announcement: the minimum number of bytes.
  func announcement(_ atoms: Atoms) -> PropertyValue {
    .words([UInt(content.bytes.count)], type: atoms[.incr])
  }

  /// Returns the next chunk. Call it when the requestor has read the previous one.
  ///
  /// - Parameter limit: The maximum number of bytes in a chunk.
  mutating func nextChunk(limit: Int, at now: Instant) -> PropertyValue {
    let chunk = content.bytes.dropFirst(sentCount).prefix(limit)
    sentCount += chunk.count
    isComplete = chunk.isEmpty
    deadline = now + Self.timeout
    return .bytes(Array(chunk), type: type)
  }
}
