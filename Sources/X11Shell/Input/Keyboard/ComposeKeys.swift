import CX11
import CXKBCommon

/// The first keys of the current sequence, up to the capacity. Further keys are not stored.
struct ComposeKeys {
  /// The capacity. X.Org's longest sequences have nine keys.
  private static let capacity = 16

  private var symbols = InlineArray<16, KeySym>(repeating: 0)
  private(set) var count = 0
  /// Whether a key was not stored.
  private(set) var isTruncated = false

  var isEmpty: Bool { count == 0 }

  mutating func append(_ symbol: KeySym) {
    isTruncated = count == Self.capacity
    guard !isTruncated else { return }
    symbols[count] = symbol
    count += 1
  }

  subscript(index: Int) -> KeySym {
    precondition(index < count, "key index \(index) is not below the count \(count)")
    return symbols[index]
  }

  /// Whether all keys have a displayable character, as accents and letters do and the Compose key
  /// does not.
  var areDisplayable: Bool {
    !isTruncated
      && (0..<count).allSatisfy { symbols[$0].isDead || Unicode.Scalar(keySym: symbols[$0]) != nil }
  }
}

extension KeySym {
  /// Whether it is a dead key: an accent that waits for its letter.
  var isDead: Bool { (KeySym(XKB_KEY_dead_grave)...KeySym(XKB_KEY_dead_greek)).contains(self) }

  /// Whether sequences in X.Org's Compose files begin with it: dead keys, the Compose key, a Greek
  /// accent, and letters of Khmer and Arabic that are typed as one and written as two.
  ///
  /// Only the Amharic file begins a sequence with a character that is text by itself, the
  /// backslash. It is not supported.
  var beginsSequences: Bool {
    switch self {
    case KeySym(XKB_KEY_Multi_key), KeySym(XKB_KEY_Greek_accentdieresis): true
    case 0x0100_1780...0x0100_17FF, 0x0100_FE00...0x0100_FEFF: true
    default: isDead
    }
  }
}
