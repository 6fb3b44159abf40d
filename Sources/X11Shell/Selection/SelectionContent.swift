import CX11

/// A text that is offered in a selection, in every form that other clients may ask for.
struct SelectionContent {
  /// Since when it is offered.
  let time: ServerTime
  private let utf8: [UInt8]
  /// `nil` where ISO Latin-1 lacks one of its characters.
  private let latin1: [UInt8]?

  init(_ text: String, since time: ServerTime) {
    self.time = time
    utf8 = Array(text.utf8)
    latin1 = Self.latin1(text)
  }

  /// The text itself in every encoding that holds all of it, the best first.
  func textTargets(_ atoms: Atoms) -> [Atom] {
    let targets = [atoms[.utf8String], atoms[.plainText]]
    return latin1 == nil ? targets : targets + [XA_STRING]
  }

  /// What a request for that target is answered with (ICCCM 2.6.2); `nil` where it is refused.
  ///
  /// `MULTIPLE`, which is many requests in one, is the owner's to take apart.
  func value(for target: Atom, _ atoms: Atoms) -> PropertyValue? {
    switch target {
    case atoms[.targets]: .words(Self.sideTargets(atoms) + textTargets(atoms), type: XA_ATOM)
    case atoms[.timestamp]: .words([time.value], type: XA_INTEGER)
    // Asked for its side effect alone, which is the manager's.
    case atoms[.saveTargets]: .words([], type: atoms[.null])
    case atoms[.utf8String], atoms[.plainText]: .bytes(utf8, type: target)
    case XA_STRING: latin1.map { .bytes($0, type: XA_STRING) }
    default: nil
    }
  }

  private static func sideTargets(_ atoms: Atoms) -> [Atom] {
    [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]]
  }

  /// The text as `STRING`: ISO Latin-1, of whose control characters only tab and line feed are
  /// allowed.
  private static func latin1(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x20...0x7E, 0xA0...0xFF: bytes.append(UInt8(scalar.value))
      default: return nil
      }
    }
    return bytes
  }
}
