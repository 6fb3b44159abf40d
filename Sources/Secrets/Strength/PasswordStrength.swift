import Glibc

/// An estimate of how hard a password is to guess for an attacker who knows common choices.
public struct PasswordStrength: Hashable, Sendable {
  /// The binary logarithm of the number of guesses, at least 0.
  public let bits: Double
  /// A suggestion for a better password, or `nil` if none is needed.
  public let advice: Advice?
  /// Whether only the first `StrengthInput.limit` characters were evaluated.
  public let isPartial: Bool
  /// The reason the password is easy to guess regardless of its composition, or `nil` if it is not
  /// known.
  public let knownPassword: KnownPassword?

  /// Creates the result of an estimator.
  public init(bits: Double, advice: Advice?, isPartial: Bool) {
    (self.bits, self.advice, self.isPartial) = (max(0, bits), advice, isPartial)
    knownPassword = nil
  }

  /// Creates the strength of a known password, which takes no time to guess.
  init(of knownPassword: KnownPassword) {
    (bits, isPartial, self.knownPassword) = (0, false, knownPassword)
    advice =
      switch knownPassword {
      case .personalWord: .personalWords
      case .common, .listed: .listed
      }
  }

  /// A grade by the time to guess. Each of the five grades begins at a longer unit of time.
  public enum Grade: Int, CaseIterable, Comparable, Sendable {
    case veryWeak, weak, fair, strong, veryStrong

    /// The name of the grade that the user reads.
    public var label: String {
      switch self {
      case .veryWeak: "Very weak"
      case .weak: "Weak"
      case .fair: "Fair"
      case .strong: "Strong"
      case .veryStrong: "Very strong"
      }
    }

    public static func < (a: Grade, b: Grade) -> Bool { a.rawValue < b.rawValue }
  }

  /// The grade by the time to guess. The limits are a minute, a day, a year and a century.
  ///
  /// The score of zxcvbn reaches its maximum at twelve days, which users do not read as very
  /// strong.
  public var grade: Grade {
    switch secondsToGuess {
    case ..<60: .veryWeak
    case ..<86_400: .weak
    case ..<Self.year: .fair
    case ..<Self.century: .strong
    default: .veryStrong
    }
  }

  /// The time to guess, as in "3 hours".
  public var crackTime: String { Self.text(forSeconds: secondsToGuess) }

  private var secondsToGuess: Double { exp2(bits) / Self.guessesPerSecond }

  /// A summary in one line, as in "Fair, 3 hours to guess" or "Very weak: a common password".
  public var summary: String {
    switch knownPassword {
    case .personalWord(let meaning): return "\(grade.label): \(meaning)"
    case .common: return "\(grade.label): a common password"
    case .listed: return "\(grade.label): on the blocklist"
    case nil: break
    }
    let note = isPartial ? " (first \(StrengthInput.limit) characters only)" : ""
    return "\(grade.label), \(crackTime) to guess\(note)"
  }

  /// The minimum number of bits of the highest grade.
  public static let veryStrongBits = log2(century * guessesPerSecond)

  /// The value of zxcvbn for an attacker who has a file of slow hashes.
  private static let guessesPerSecond = 10_000.0

  /// The length of a year in seconds. `century` is in seconds, too.
  private static let year = 31_536_000.0
  private static let century = 100 * year

  /// The units of `crackTime` and their lengths in seconds.
  private static let units: [(name: String, seconds: Double)] = [
    ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400), ("month", 2_678_400), ("year", year),
  ]

  /// Returns a duration in the largest unit that fits, rounded down.
  private static func text(forSeconds seconds: Double) -> String {
    guard let unit = units.last(where: { $0.seconds <= seconds }) else { return "less than a second" }
    let count = seconds / unit.seconds
    guard unit.name != "year" || count < 100 else { return "centuries" }
    return "\(Int(count)) \(unit.name)\(count < 2 ? "" : "s")"
  }
}
