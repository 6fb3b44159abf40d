import CZxcvbn

extension PasswordStrength {
  /// The kind of easily guessed content that makes up most of a password.
  public enum Advice: Hashable, CaseIterable, Sendable {
    case listed, commonWords, lookAlikes, personalWords, repeats, sequences, adjacentKeys, dates, tooShort

    /// A suggestion in one line that quotes no part of the password.
    public var text: String {
      switch self {
      case .listed: "Passwords on lists are guessed first. Choose another one."
      case .commonWords: "Common words are guessed first. Add unrelated ones."
      case .lookAlikes: "Replacing a with @ helps little. Add words."
      case .personalWords: "Your own names are guessed first. Leave them out."
      case .repeats: "Repeated text adds little. Use different words."
      case .sequences: "Sequences such as abc or 4321 add little."
      case .adjacentKeys: "Neighboring keys such as qwerty add little."
      case .dates: "Dates and years are guessed early."
      case .tooShort: "Make it longer: four random words are easy to remember."
      }
    }

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
    init(matches: ZxcvbnLibrary.Matches?) {
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
