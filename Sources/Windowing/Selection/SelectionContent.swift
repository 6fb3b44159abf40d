import CX11
import Motion
import Scene
import X11

/// The offered content of a selection, in all formats that other clients may request.
///
/// Data is encoded on request only; the targets are listed by the type alone. Therefore `STRING` is
/// listed for every text, but refused on request if the text has characters that ISO Latin-1 lacks.
/// The requestor loses nothing, because `UTF8_STRING` precedes it in the list.
struct SelectionContent {
  /// The time from which the content is offered.
  let time: ServerTime
  let offer: DataProvider
  /// The secret, offered as text without a copy. `nil` if the content is not secret.
  let secret: (any SecretProvider)?

  init(_ offer: DataProvider, since time: ServerTime) { (self.offer, self.time, secret) = (offer, time, nil) }

  /// Offers a secret, marked by the password manager hint.
  init(_ secret: any SecretProvider, since time: ServerTime) {
    let hint = DataProvider.Representation(.passwordManagerHint) { Array("secret".utf8) }
    (offer, self.time, self.secret) = (DataProvider([hint]), time, secret)
  }

  /// Returns the targets of all representations, in order of preference.
  func dataTargets(_ atoms: Atoms) -> [Atom] {
    let secretTargets = secret == nil ? [] : Self.secretTargets(atoms)
    return secretTargets + offer.representations.flatMap { atoms.targets(for: $0.type) }
  }

  /// Returns the secret if the target requests it.
  func secret(for target: Atom, _ atoms: Atoms) -> (any SecretProvider)? {
    Self.secretTargets(atoms).contains(target) ? secret : nil
  }

  /// Returns the targets that mean UTF-8. Other encodings would require a copy.
  private static func secretTargets(_ atoms: Atoms) -> [Atom] {
    [atoms[.utf8String], atoms[.plainTextInUTF8]]
  }

  /// Returns the reply for a target that describes the offer. `nil` for any other target.
  ///
  /// The owner handles `MULTIPLE`, which combines several requests.
  func metadataValue(for target: Atom, _ atoms: Atoms) -> PropertyValue? {
    switch target {
    case atoms[.targets]: .words(metadataTargets(atoms) + dataTargets(atoms), type: XA_ATOM)
    case atoms[.timestamp]: .words([time.value], type: XA_INTEGER)
    // Requested only for its side effect in the clipboard manager.
    case atoms[.saveTargets] where maySave: .words([], type: atoms[.null])
    default: nil
    }
  }

  /// Whether a clipboard manager may save the content.
  var maySave: Bool { secret == nil }

  private func metadataTargets(_ atoms: Atoms) -> [Atom] {
    let targets = [atoms[.targets], atoms[.multiple], atoms[.timestamp]]
    return maySave ? targets + [atoms[.saveTargets]] : targets
  }

  /// Returns the reply for a data target, of the target's own type (ICCCM 2.6.2). `nil` refuses the
  /// request.
  func bytes(for target: Atom, _ atoms: Atoms) -> [UInt8]? {
    let form = offer.representations.first { atoms.targets(for: $0.type).contains(target) }
    return target == XA_STRING ? form.flatMap { Self.latin1($0.bytes()) } : form?.bytes()
  }

  /// Returns a text as `STRING`, in ISO Latin-1 with tab and line feed as the only control
  /// characters. `nil` if the text has other characters.
  private static func latin1(_ utf8: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x20...0x7E, 0xA0...0xFF: bytes.append(UInt8(scalar.value))
      default: return nil
      }
    }
    return bytes
  }
}

/// A request of another client for the content of a selection (ICCCM 2.2).
struct ConversionRequest: Hashable {
  let requestor: WindowID
  let selection: Atom
  let target: Atom
  /// The property for the reply.
  let property: Atom
  /// Whether the requestor named the property. Obsolete clients expect the target's name.
  let namesProperty: Bool
  private let time: Time

  init(_ event: XSelectionRequestEvent) {
    requestor = event.requestor
    selection = event.selection
    target = event.target
    namesProperty = event.property != Atom(None)
    property = namesProperty ? event.property : event.target
    time = event.time
  }

  /// Returns whether the request refers to an ownership that began at `start`, not to an earlier
  /// one.
  func isValid(for start: ServerTime) -> Bool { time == CurrentTime || !ServerTime(time).isBefore(start) }

  /// Returns the event that reports the result to the requestor.
  ///
  /// - Parameter isGranted: Whether the property contains the reply.
  func answer(isGranted: Bool) -> XEvent {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = requestor
    event.xselection.selection = selection
    event.xselection.target = target
    event.xselection.property = isGranted ? property : Atom(None)
    event.xselection.time = time
    return event
  }
}

/// A pair of target and property in a `MULTIPLE` request.
struct Conversion: Hashable {
  let target: Atom
  let property: Atom

  /// Splits the property of a `MULTIPLE` request into pairs. Ignores an incomplete pair at the end.
  static func pairs(in values: [UInt]) -> [Conversion] {
    stride(from: 0, to: values.count - 1, by: 2).map {
      Conversion(target: values[$0], property: values[$0 + 1])
    }
  }

  /// Returns whether the conversion is possible: it names a property, and its target is not `MULTIPLE`.
  func isValid(_ atoms: Atoms) -> Bool { property != Atom(None) && target != atoms[.multiple] }
}

/// An incremental transfer of a value that exceeds the size of a request (ICCCM 2.7.2, `INCR`).
///
/// The requestor deletes the property when it has read a chunk; then the next chunk is written. An
/// empty chunk is the last one.
struct SelectionTransfer {
  let selection: Atom
  /// The time from which the content is offered.
  let time: ServerTime
  let requestor: WindowID
  let property: Atom
  let type: Atom
  let bytes: [UInt8]
  /// The observation of the requestor's window.
  private let observation: WindowObservation
  /// The time at which the transfer ends if the requestor has not read the last chunk.
  private(set) var deadline: Instant
  private(set) var isComplete = false
  private var sentCount = 0

  /// The timeout for reading a chunk, equal to Xt's timeout for selections.
  static let timeout = Duration.seconds(5)

  /// - Parameter request: The request that consists of the conversion or contains it.
  init(
    _ bytes: [UInt8], since time: ServerTime, _ conversion: Conversion, of request: ConversionRequest,
    observation: WindowObservation, at now: Instant
  ) {
    (self.bytes, self.time) = (bytes, time)
    (type, property) = (conversion.target, conversion.property)
    (selection, requestor) = (request.selection, request.requestor)
    self.observation = observation
    deadline = now + Self.timeout
  }

  /// Returns the next chunk. Call it when the requestor has read the previous one.
  ///
  /// - Parameter limit: The maximum number of bytes in a chunk.
  mutating func nextChunk(limit: Int, at now: Instant) -> PropertyValue {
    let chunk = bytes.dropFirst(sentCount).prefix(limit)
    sentCount += chunk.count
    isComplete = chunk.isEmpty
    deadline = now + Self.timeout
    return .bytes(Array(chunk), type: type)
  }
}

extension Atoms {
  /// Returns the targets for a type of data (ICCCM 2.6.2), in order of preference.
  ///
  /// Text has four. The encoding of `text/plain` is not specified. Here it is UTF-8, as in GTK
  /// programs. `STRING` is ISO Latin-1.
  func targets(for type: DataType) -> [Atom] {
    guard type == .text else { return [self[type]] }
    return [self[.utf8String], self[.plainTextInUTF8], self[.plainText], XA_STRING]
  }

  /// Returns the targets for several types, in the order of the types.
  func targets(for types: [DataType]) -> [TypedTarget] {
    types.flatMap { type in targets(for: type).map { TypedTarget(target: $0, type: type) } }
  }

  /// Returns the targets to try if the owner refuses `TARGETS`, although ICCCM requires it: old
  /// owners offer only text.
  func fallbackTargets(for types: [DataType]) -> [TypedTarget] {
    guard types.contains(.text) else { return [] }
    return [self[.utf8String], XA_STRING].map { TypedTarget(target: $0, type: .text) }
  }
}

/// A target and the data type that it represents.
struct TypedTarget: Hashable {
  let target: Atom
  let type: DataType
}

extension Pasteboard {
  /// Returns the selection atom of the pasteboard.
  func selection(_ atoms: Atoms) -> Atom {
    switch self {
    case .clipboard: atoms[.clipboard]
    case .primary: XA_PRIMARY
    }
  }
}
