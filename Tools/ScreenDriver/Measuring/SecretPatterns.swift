/// The byte patterns by which a secret can be found in memory: each substring of a given length, in
/// each encoding that a program could use.
public struct SecretPatterns: Sendable {
  /// The encoding of a pattern.
  public enum Encoding: CaseIterable, Hashable, Sendable {
    /// UTF-8, forward and backward.
    case utf8, reversed
    case utf16, utf32
    /// Keysyms of Xlib: eight bytes per character.
    case keysyms

    /// The number of bytes per ASCII character.
    var width: Int {
      switch self {
      case .utf8, .reversed: 1
      case .utf16: 2
      case .utf32: 4
      case .keysyms: 8
      }
    }
  }

  /// The bytes of one substring of the secret.
  public struct Pattern: Hashable, Sendable {
    public let encoding: Encoding
    /// The index of its first character in the secret.
    public let start: Int
    public let bytes: [UInt8]
  }

  public let patterns: [Pattern]

  /// - Parameters:
  ///   - secret: The secret, in ASCII. No substring of `length` characters may occur twice in it.
  ///   - length: The length of a substring, in characters.
  public init(of secret: String, length: Int = 6) {
    let characters = Array(secret.utf8)
    patterns = (0...characters.count - length).flatMap { start in
      Encoding.allCases.map { encoding in
        let substring = characters[start..<start + length]
        let ordered = encoding == .reversed ? Array(substring.reversed()) : Array(substring)
        let padding = [UInt8](repeating: 0, count: encoding.width - 1)
        let bytes = ordered.flatMap { [$0] + padding }
        return Pattern(encoding: encoding, start: start, bytes: bytes)
      }
    }
  }

  /// The number of patterns per encoding.
  public var countPerEncoding: Int { patterns.count / Encoding.allCases.count }
}
