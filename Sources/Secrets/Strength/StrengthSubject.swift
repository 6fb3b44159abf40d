/// What of a password its strength is judged by: its first characters in NFC, a byte each, in locked
/// memory.
///
/// The estimator counts bytes. ASCII is as it is; of all else there is one byte beyond ASCII, by the
/// low bits of the scalar, so that its length is counted as a person counts it, and repeats still show.
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
      text.forEachComposedScalar { scalar in
        if count < Self.limit { bytes[count] = Self.byte(for: scalar) }
        count += 1
      }
    }
    isBeginning = count > Self.limit
  }

  /// How a word that is no secret is looked for in a subject, as a C string.
  static func bytes(of word: String) -> [CChar] {
    guard let utf8 = try? UTF8Span(validating: word.utf8.span) else { return [0] }
    var bytes: [CChar] = []
    NormalizedText(utf8, .composed).forEachScalar { bytes.append(CChar(bitPattern: byte(for: $0))) }
    return bytes + [0]
  }

  private static func byte(for scalar: Unicode.Scalar) -> UInt8 {
    scalar.isASCII ? UInt8(scalar.value) : 0x80 | UInt8(truncatingIfNeeded: scalar.value)
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
