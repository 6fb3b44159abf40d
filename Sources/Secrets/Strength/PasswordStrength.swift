import Glibc

/// How hard a password is to guess for somebody who knows what people choose.
public struct PasswordStrength: Hashable, Sendable {
  /// The binary logarithm of how many guesses it takes, at least 0.
  public let bits: Double
  /// What would make it better, where that is worth saying.
  public let advice: Advice?
  /// Whether only the first `StrengthSubject.limit` characters were judged.
  public let isOfBeginning: Bool
  /// As what it is guessed first, whatever it is made of; `nil` where it is not known as anything.
  public let known: KnownPassword?

  /// Creates what an estimator would.
  public init(bits: Double, advice: Advice?, isOfBeginning: Bool) {
    (self.bits, self.advice, self.isOfBeginning) = (max(0, bits), advice, isOfBeginning)
    known = nil
  }

  /// Creates that of a password that is known, and by which nobody who guesses is held up.
  init(of known: KnownPassword) {
    (bits, isOfBeginning, self.known) = (0, false, known)
    advice =
      switch known {
      case .ownWord: .ownWords
      case .common, .listed: .listed
      }
  }

  /// Five grades, each of which begins where the time to guess it gets another unit.
  public enum Grade: Int, CaseIterable, Comparable, Sendable {
    case veryWeak, weak, fair, strong, veryStrong

    /// As a person reads it.
    public var words: String {
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

  /// By how long guessing takes: from a minute on, a day, a year, a century. zxcvbn's own score is at
  /// its height from twelve days on, which nobody reads as very strong.
  public var grade: Grade {
    switch secondsToGuess {
    case ..<60: .veryWeak
    case ..<86_400: .weak
    case ..<Self.year: .fair
    case ..<Self.century: .strong
    default: .veryStrong
    }
  }

  /// How long guessing takes, as in "3 hours".
  public var crackTime: String { Self.words(forSeconds: secondsToGuess) }

  private var secondsToGuess: Double { exp2(bits) / Self.guessesPerSecond }

  /// All of it in one line, as in "Fair, 3 hours to guess" or "Very weak, on a list".
  public var line: String {
    switch known {
    case .ownWord(let meaning): return "\(grade.words), \(meaning)"
    case .common, .listed: return "\(grade.words), on a list"
    case nil: break
    }
    let beginning = isOfBeginning ? " (by its first \(StrengthSubject.limit) characters)" : ""
    return "\(grade.words), \(crackTime) to guess\(beginning)"
  }

  /// From where on it is of the highest grade.
  public static let bitsOfVeryStrong = log2(century * guessesPerSecond)

  /// zxcvbn's figure for somebody who has a file of slow hashes.
  private static let guessesPerSecond = 10_000.0

  /// In seconds, as is the century.
  private static let year = 31_536_000.0
  private static let century = 100 * year

  /// The units that times are told in, in seconds.
  private static let units: [(name: String, seconds: Double)] = [
    ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400), ("month", 2_678_400),
    ("year", year),
  ]

  /// Rounded down, in the largest unit that there is one of.
  private static func words(forSeconds seconds: Double) -> String {
    guard let unit = units.last(where: { $0.seconds <= seconds }) else {
      return "less than a second"
    }
    let count = seconds / unit.seconds
    guard unit.name != "year" || count < 100 else { return "centuries" }
    return "\(Int(count)) \(unit.name)\(count < 2 ? "" : "s")"
  }
}
