import CZxcvbn
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

  /// The time to guess a password, rounded down.
  public enum TimeToGuess: Hashable, Sendable {
    case lessThanSecond
    /// A number of the largest unit that fits, at least 1.
    case units(Int, Unit)
    case centuries

    /// The units of time. A month has 31 days, and a year has 365.
    public enum Unit: Int, CaseIterable, Sendable {
      case second = 1
      case minute = 60
      case hour = 3600
      case day = 86_400
      case month = 2_678_400
      case year = 31_536_000
    }
  }

  /// The time to guess the password.
  public var timeToGuess: TimeToGuess {
    let seconds = secondsToGuess
    if seconds >= Self.century { return .centuries }
    guard let unit = TimeToGuess.Unit.allCases.last(where: { Double($0.rawValue) <= seconds }) else {
      return .lessThanSecond
    }
    return .units(Int(seconds / Double(unit.rawValue)), unit)
  }

  private var secondsToGuess: Double { exp2(bits) / Self.guessesPerSecond }

  /// The minimum number of bits of the highest grade.
  package static let veryStrongBits = log2(century * guessesPerSecond)

  /// The value of zxcvbn for an attacker who has a file of slow hashes.
  private static let guessesPerSecond = 10_000.0

  /// The lengths of a year and of a century in seconds.
  private static let year = Double(TimeToGuess.Unit.year.rawValue)
  private static let century = 100 * year
}

extension PasswordStrength {
  /// The kind of easily guessed content that makes up most of a password.
  public enum Advice: Hashable, CaseIterable, Sendable {
    case listed, commonWords, lookAlikes, personalWords, repeats, sequences, adjacentKeys, dates, tooShort

    /// Creates the advice for a match type of libzxcvbn, or returns `nil` for an unknown type.
    fileprivate init?(type: Int32) {
      if type & Int32(CZXCVBN_REPEATED) != 0 {
        self = .repeats
        return
      }
      switch Int(type) {
      case Int(CZXCVBN_DICTIONARY): self = .commonWords
      case Int(CZXCVBN_DICTIONARY_LEET): self = .lookAlikes
      case Int(CZXCVBN_USER), Int(CZXCVBN_USER_LEET): self = .personalWords
      case Int(CZXCVBN_REPEATS): self = .repeats
      case Int(CZXCVBN_SEQUENCE): self = .sequences
      case Int(CZXCVBN_SPATIAL): self = .adjacentKeys
      case Int(CZXCVBN_DATE), Int(CZXCVBN_YEAR): self = .dates
      default: return nil
      }
    }

    /// Creates the advice for the kind with the most characters, if these are at least a third of
    /// all. Otherwise, the password is too short.
    init(matches: UnsafeMutablePointer<CZxcvbnMatch>?) {
      var (lengths, total): ([Advice: Int], Int) = ([:], 0)
      var next = matches
      while let match = next?.pointee {
        if let kind = Advice(type: match.type) { lengths[kind, default: 0] += Int(match.length) }
        total += Int(match.length)
        next = match.next
      }
      // If two kinds are equally frequent, the first case counts.
      let dominant = Self.allCases.max { lengths[$0, default: 0] < lengths[$1, default: 0] }
      guard let dominant, lengths[dominant, default: 0] * 3 >= total, total > 0 else {
        self = .tooShort
        return
      }
      self = dominant
    }
  }
}
