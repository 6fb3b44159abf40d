import CX11
import Scene

/// What is offered in a selection, in every form that other clients may ask for.
///
/// A form is made when it is asked for, never before: its targets are listed by its type alone. So
/// `STRING` is listed for every text and refused, when it is asked for, where ISO Latin-1 lacks one
/// of the text's characters; who asks for it falls back on nothing, since `UTF8_STRING` came first.
struct SelectionContent {
  /// Since when it is offered.
  let time: ServerTime
  let offer: DataOffer
  /// What is offered as text that goes through no form; `nil` where nothing is secret.
  let secret: (any OfferedSecret)?
  /// What was made and is still on its way to somebody.
  private var made: [Encoding: WeakBytes] = [:]

  init(_ offer: DataOffer, since time: ServerTime) {
    (self.offer, self.time, secret) = (offer, time, nil)
  }

  /// Offers a secret, beside word that it is one.
  init(_ secret: any OfferedSecret, since time: ServerTime) {
    let hint = DataOffer.Form(.passwordManagerHint) { Array("secret".utf8) }
    (offer, self.time, self.secret) = (DataOffer([hint]), time, secret)
  }

  /// The targets of all forms, the best form's first.
  func dataTargets(_ atoms: Atoms) -> [Atom] {
    let secretTargets = secret == nil ? [] : Self.secretTargets(atoms)
    return secretTargets + offer.forms.flatMap { atoms.targets(for: $0.type) }
  }

  /// The secret, where a target asks for it.
  func secret(for target: Atom, _ atoms: Atoms) -> (any OfferedSecret)? {
    Self.secretTargets(atoms).contains(target) ? secret : nil
  }

  /// Those that mean UTF-8: as anything else it would have to be copied.
  private static func secretTargets(_ atoms: Atoms) -> [Atom] {
    [atoms[.utf8String], atoms[.plainTextInUTF8]]
  }

  /// What a request for a target is answered with that tells of the offer; `nil` for any other.
  ///
  /// `MULTIPLE`, which is many requests in one, is the owner's to take apart.
  func sideValue(for target: Atom, _ atoms: Atoms) -> PropertyValue? {
    switch target {
    case atoms[.targets]: .words(sideTargets(atoms) + dataTargets(atoms), type: XA_ATOM)
    case atoms[.timestamp]: .words([time.value], type: XA_INTEGER)
    // Asked for its side effect alone, which is the manager's.
    case atoms[.saveTargets] where maySave: .words([], type: atoms[.null])
    default: nil
    }
  }

  /// Whether a clipboard manager may take it over.
  var maySave: Bool { secret == nil }

  private func sideTargets(_ atoms: Atoms) -> [Atom] {
    let targets = [atoms[.targets], atoms[.multiple], atoms[.timestamp]]
    return maySave ? targets + [atoms[.saveTargets]] : targets
  }

  /// What a request for one of the forms is answered with, of the target's own type (ICCCM 2.6.2);
  /// `nil` where it is refused.
  ///
  /// One copy serves all transfers that are under way, and is gone with the last.
  mutating func bytes(for target: Atom, _ atoms: Atoms) -> SharedBytes? {
    guard let form = offer.forms.first(where: { atoms.targets(for: $0.type).contains(target) })
    else { return nil }
    let encoding = Encoding(type: form.type, isLatin1: target == XA_STRING)
    if let bytes = made[encoding]?.bytes { return bytes }
    let encoded = encoding.isLatin1 ? Self.latin1(form.bytes()) : form.bytes()
    let bytes = encoded.map(SharedBytes.init)
    made[encoding] = WeakBytes(bytes: bytes)
    return bytes
  }

  /// A text as `STRING`: ISO Latin-1, of whose control characters only tab and line feed are
  /// allowed; `nil` where that does not hold all of it.
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

/// In which bytes something is given; several targets may be the same.
private struct Encoding: Hashable {
  let type: DataType
  let isLatin1: Bool
}

/// Remembers bytes for as long as somebody else keeps them.
private struct WeakBytes {
  weak var bytes: SharedBytes?
}
