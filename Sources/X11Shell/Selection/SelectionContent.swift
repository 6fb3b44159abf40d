import CX11
import Scene

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
  /// The encoded data that is still being sent.
  private var cached: [Encoding: WeakBytes] = [:]

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
  ///
  /// Concurrent transfers share one copy, which is released with the last transfer.
  mutating func bytes(for target: Atom, _ atoms: Atoms) -> SharedBytes? {
    guard let form = offer.representations.first(where: { atoms.targets(for: $0.type).contains(target) })
    else { return nil }
    let encoding = Encoding(type: form.type, isLatin1: target == XA_STRING)
    if let bytes = cached[encoding]?.bytes { return bytes }
    let encoded = encoding.isLatin1 ? Self.latin1(form.bytes()) : form.bytes()
    let bytes = encoded.map(SharedBytes.init)
    cached[encoding] = WeakBytes(bytes: bytes)
    return bytes
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

/// The cache key of an encoded representation. Several targets may share it.
private struct Encoding: Hashable {
  let type: DataType
  let isLatin1: Bool
}

/// A weak reference to bytes that a transfer owns.
private struct WeakBytes { weak var bytes: SharedBytes? }
