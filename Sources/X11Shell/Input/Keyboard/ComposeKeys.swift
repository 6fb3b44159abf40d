import CX11
import CXKBCommon

/// The keys of a sequence that is under way, the first that fit; the others are not noted.
struct ComposeKeys {
  /// X.Org's longest sequences have nine keys.
  private static let capacity = 16

  private var symbols = InlineArray<16, KeySym>(repeating: 0)
  private(set) var count = 0
  /// Whether a key was left out.
  private(set) var isCut = false

  var isEmpty: Bool { count == 0 }

  mutating func append(_ symbol: KeySym) {
    isCut = count == Self.capacity
    guard !isCut else { return }
    symbols[count] = symbol
    count += 1
  }

  subscript(index: Int) -> KeySym {
    precondition(index < count, "there is no key \(index) in a sequence of \(count)")
    return symbols[index]
  }

  /// Whether all of them look like something by themselves, as accents and letters do, and the
  /// Compose key does not.
  var haveLooks: Bool {
    !isCut
      && (0..<count).allSatisfy {
        symbols[$0].isDead || Unicode.Scalar(keySym: symbols[$0]) != nil
      }
  }
}

extension KeySym {
  /// Whether it is an accent that waits for its letter.
  var isDead: Bool { (KeySym(XKB_KEY_dead_grave)...KeySym(XKB_KEY_dead_greek)).contains(self) }

  /// Whether X.Org's Compose files have sequences that begin with it: dead keys, the Compose key,
  /// a Greek accent, and letters of Khmer and Arabic that are typed as one and written as two.
  ///
  /// Amharic's alone begins one with a character that is text by itself, the backslash; that is
  /// passed over.
  var beginsSequences: Bool {
    switch self {
    case KeySym(XKB_KEY_Multi_key), KeySym(XKB_KEY_Greek_accentdieresis): true
    case 0x0100_1780...0x0100_17FF, 0x0100_FE00...0x0100_FEFF: true
    default: isDead
    }
  }
}
