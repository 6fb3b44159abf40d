/// A secret as it may stand somewhere in memory: each run of some of its characters, in each form
/// that a program could have them in.
public struct SecretRuns: Sendable {
  /// The form of some bytes.
  public enum Form: CaseIterable, Hashable, Sendable {
    /// UTF-8, as it is and backward.
    case utf8, reversed
    case utf16, utf32
    /// As Xlib has keys: eight bytes a character.
    case keysyms

    /// How many bytes an ASCII character has.
    var width: Int {
      switch self {
      case .utf8, .reversed: 1
      case .utf16: 2
      case .utf32: 4
      case .keysyms: 8
      }
    }
  }

  /// Some bytes of which each is the secret's.
  public struct Run: Hashable, Sendable {
    public let form: Form
    /// The place of its first character in the secret.
    public let start: Int
    public let bytes: [UInt8]
  }

  public let runs: [Run]

  /// - Parameters:
  ///   - secret: ASCII, no run of which is in it twice.
  ///   - length: Of a run, in characters.
  public init(of secret: String, length: Int = 6) {
    let characters = Array(secret.utf8)
    runs = (0...characters.count - length).flatMap { start in
      Form.allCases.map { form in
        let run = characters[start..<start + length]
        let ordered = form == .reversed ? Array(run.reversed()) : Array(run)
        let padding = [UInt8](repeating: 0, count: form.width - 1)
        let bytes = ordered.flatMap { [$0] + padding }
        return Run(form: form, start: start, bytes: bytes)
      }
    }
  }

  /// How many runs there are of one form.
  public var countOfEach: Int { runs.count / Form.allCases.count }
}
