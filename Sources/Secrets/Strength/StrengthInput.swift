/// The part of a password that is estimated: its first characters, one byte each, in locked memory.
///
/// The estimator counts bytes, ten guesses for each that is in no pattern, and knows only ASCII words.
/// The conversion must not make a password look stronger than it is:
/// - Letters lose their accents and have their usual width (NFKC without marks).
/// - A letter of another alphabet becomes an ASCII letter, and a digit becomes an ASCII digit.
/// - A character of a set of more than a hundred, such as Chinese characters and emoji, becomes a
///   byte beyond ASCII with the low bits of the scalar, so that repeats remain visible.
/// - Of several emoji that are drawn as one, the first counts.
public struct StrengthInput: ~Copyable, Sendable {
  /// The maximum number of characters that are estimated.
  ///
  /// The estimator is one C call that cannot be cancelled and holds copies of the characters until
  /// it returns. Random characters take half a millisecond. For two alternating neighboring digits,
  /// the worst case found, the time grows with the fifth power: `7878…` takes 3 ms for 24
  /// characters, 54 ms for 48, 0.22 s for 64, 0.7 s for 80 and 2 s for 100. The limit covers six
  /// generated words (at most 59 characters) and the length that NIST SP 800-63B-4 requires to be
  /// accepted.
  public static let limit = 64

  /// The generation of the text.
  public let generation: UInt64
  /// Whether the text is longer than `limit`.
  public let isTruncated: Bool
  /// The bytes, followed by at least one zero.
  private var storage = LockedBuffer<CChar>(count: limit + 1)

  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: borrowing SecureText) {
    generation = text.generation
    var count = 0
    storage.withUnsafeMutablePointer { bytes in
      func append(_ byte: UInt8) {
        if count < Self.limit { bytes[count] = CChar(bitPattern: byte) }
        count += 1
      }
      // Guarded memory for another form takes a dozen system calls.
      if text.isASCII {
        text.forEachComposedScalar { append(UInt8(truncatingIfNeeded: $0.value)) }
      } else {
        Self.forEachByte(of: text.normalized(.plain), append)
      }
    }
    isTruncated = count > Self.limit
  }

  /// Returns a word that is not secret as a C string, converted like a password.
  static func bytes(of word: String) -> [CChar] {
    guard let utf8 = try? UTF8Span(validating: word.utf8.span) else { return [0] }
    var bytes: [CChar] = []
    forEachByte(of: NormalizedText(utf8, .plain)) { bytes.append(CChar(bitPattern: $0)) }
    return bytes + [0]
  }

  /// Calls `body` with the byte of each character of a text in NFKC without marks. A scalar that belongs to the previous
  /// character or is invisible has none.
  private static func forEachByte(of text: borrowing NormalizedText, _ body: (UInt8) -> Void) {
    var followsJoiner = false
    text.forEachScalar { scalar in
      let isContinuation = scalar.properties.isEmoji && (followsJoiner || scalar.properties.isEmojiModifier)
      // The zero width joiner.
      followsJoiner = scalar == "\u{200D}"
      if scalar.isASCII {
        body(UInt8(scalar.value))
      } else if !isContinuation, scalar.properties.generalCategory != .format {
        body(scalar.replacement)
      }
    }
  }

  /// Calls `body` with the bytes as a C string. The pointer is valid only during the call.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    storage.withSpan { bytes in
      // The buffer contains at least one zero, so it has a base address.
      bytes.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? body("") }
    }
  }
}

extension Unicode.Scalar {
  /// The byte that replaces a scalar beyond ASCII.
  fileprivate var replacement: UInt8 {
    let isIdeographOrHangul = properties.isIdeographic || (0xAC00...0xD7A3).contains(value)
    let letter = UInt8(value % 26)
    switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: return UInt8(ascii: "A") + letter
    case .lowercaseLetter, .modifierLetter: return UInt8(ascii: "a") + letter
    case .otherLetter where !isIdeographOrHangul: return UInt8(ascii: "a") + letter
    case .decimalNumber: return UInt8(ascii: "0") + UInt8(min(max(properties.numericValue ?? 0, 0), 9))
    default: return 0x80 | UInt8(truncatingIfNeeded: value)
    }
  }
}
