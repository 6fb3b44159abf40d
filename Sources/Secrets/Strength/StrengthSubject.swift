/// What of a password its strength is judged by: its first characters, a byte each, in locked memory.
///
/// The estimator counts bytes, knows the words of ASCII alone, and takes a byte beyond that for one of
/// a hundred. So that nothing seems stronger than it is, letters are judged without their accents and
/// in their usual width (NFKC without marks); a letter of another alphabet is some letter of ours, and
/// digits are digits. A byte beyond ASCII stands for what there are more than a hundred of, as Chinese
/// characters and emoji, by the low bits of the scalar, so that repeats still show. Of several emoji
/// that are drawn as one, the first counts.
public struct StrengthSubject: ~Copyable, Sendable {
  /// How many characters are looked at.
  ///
  /// The estimator is one call of C, which cannot be given up, and has copies of them for as long as
  /// it takes. For random ones that is half a millisecond, but for two neighbouring digits in turn, the
  /// worst of what was tried, it grows with the fifth power: `7878…` takes 3 ms for 24 characters, 54
  /// for 48, 0.22 s for 64, 0.7 s for 80, 2 s for 100. So many hold the six words that are made by
  /// chance (59 characters at most), and all that NIST SP 800-63B-4 has to be accepted.
  public static let limit = 64

  /// Of the text that it was made of.
  public let generation: UInt64
  /// Whether there is more of the text than is looked at.
  public let isBeginning: Bool
  /// The bytes, then at least one zero.
  private var storage = LockedBuffer<UInt8>(count: limit + 1)

  /// - Complexity: O(*n*) in the text's length.
  public init(_ text: borrowing SecureText) {
    generation = text.generation
    var count = 0
    storage.withUnsafeMutablePointer { bytes in
      Self.forEachByte(of: text) { byte in
        if count < Self.limit { bytes[count] = byte }
        count += 1
      }
    }
    isBeginning = count > Self.limit
  }

  /// How a word that is no secret is looked for in a subject, as a C string.
  static func bytes(of word: String) -> [CChar] {
    guard let utf8 = try? UTF8Span(validating: word.utf8.span) else { return [0] }
    var bytes: [CChar] = []
    var reader = Reader()
    NormalizedText(utf8, .plain).forEachScalar { scalar in
      if let byte = reader.byte(for: scalar) { bytes.append(CChar(bitPattern: byte)) }
    }
    return bytes + [0]
  }

  private static func forEachByte(of text: borrowing SecureText, _ body: (UInt8) -> Void) {
    // Guarded memory for another form takes a dozen system calls.
    guard !text.isASCII else {
      return text.forEachComposedScalar { body(UInt8(truncatingIfNeeded: $0.value)) }
    }
    var reader = Reader()
    text.normalized(.plain).forEachScalar { scalar in reader.byte(for: scalar).map(body) }
  }

  /// Reads scalars in NFKC without marks.
  private struct Reader {
    private var isJoined = false

    /// - Returns: `nil` for what is part of the one before, or cannot be seen.
    mutating func byte(for scalar: Unicode.Scalar) -> UInt8? {
      let isPart = scalar.properties.isEmoji && (isJoined || scalar.properties.isEmojiModifier)
      // The zero width joiner.
      isJoined = scalar == "\u{200D}"
      if scalar.isASCII { return UInt8(scalar.value) }
      return isPart || scalar.properties.generalCategory == .format ? nil : scalar.standIn
    }
  }

  /// Calls `body` with the bytes as a C string; it may not keep the pointer.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    storage.withSpan { bytes in
      bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          // The buffer has a zero at its end, so it has a start.
          text.baseAddress.map(body) ?? body("")
        }
      }
    }
  }
}

extension Unicode.Scalar {
  /// What is judged in the place of a scalar beyond ASCII.
  fileprivate var standIn: UInt8 {
    let isOfMany = properties.isIdeographic || (0xAC00...0xD7A3).contains(value)
    let letter = UInt8(value % 26)
    switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: return UInt8(ascii: "A") + letter
    case .lowercaseLetter, .modifierLetter: return UInt8(ascii: "a") + letter
    case .otherLetter where !isOfMany: return UInt8(ascii: "a") + letter
    case .decimalNumber:
      return UInt8(ascii: "0") + UInt8(min(max(properties.numericValue ?? 0, 0), 9))
    default: return 0x80 | UInt8(truncatingIfNeeded: value)
    }
  }
}
