import CZxcvbn

extension PasswordStrength {
  /// What most of a password is made of that is easy to guess.
  public enum Advice: Hashable, CaseIterable, Sendable {
    case listed, commonWords, lookAlikes, ownWords, repeats, sequences, neighbouringKeys, dates,
      tooShort

    /// What to do better, in one line that quotes nothing of the password.
    public var line: String {
      switch self {
      case .listed: "Passwords on lists are guessed first. Choose another one."
      case .commonWords: "Common words are guessed first. Add unrelated ones."
      case .lookAlikes: "Look-alikes like @ for a help little. Add words."
      case .ownWords: "Your own names are guessed first. Leave them out."
      case .repeats: "Repeats add little. Say something else instead."
      case .sequences: "Sequences such as abc or 4321 add little."
      case .neighbouringKeys: "Neighbouring keys such as qwerty add little."
      case .dates: "Dates and years are guessed early."
      case .tooShort: "Make it longer: four random words are easy to remember."
      }
    }

    /// What a part of a password is, as libzxcvbn has it; `nil` for nothing known.
    fileprivate init?(type: Int32) {
      if type & Int32(CZXCVBN_REPEATED) != 0 {
        self = .repeats
        return
      }
      switch Int(type) {
      case Int(CZXCVBN_DICTIONARY): self = .commonWords
      case Int(CZXCVBN_DICTIONARY_LEET): self = .lookAlikes
      case Int(CZXCVBN_USER), Int(CZXCVBN_USER_LEET): self = .ownWords
      case Int(CZXCVBN_REPEATS): self = .repeats
      case Int(CZXCVBN_SEQUENCE): self = .sequences
      case Int(CZXCVBN_SPATIAL): self = .neighbouringKeys
      case Int(CZXCVBN_DATE), Int(CZXCVBN_YEAR): self = .dates
      default: return nil
      }
    }

    /// By what the most characters are, where that is a third of them or more; else that there are
    /// too few.
    init(matches: ZxcvbnLibrary.Matches?) {
      var (lengths, total): ([Advice: Int], Int) = ([:], 0)
      var next = matches
      while let match = next?.pointee {
        if let kind = Advice(type: match.type) { lengths[kind, default: 0] += Int(match.length) }
        total += Int(match.length)
        next = match.next
      }
      // In the order of the cases where two are as many.
      let most = Self.allCases.max { lengths[$0, default: 0] < lengths[$1, default: 0] }
      guard let most, lengths[most, default: 0] * 3 >= total, total > 0 else {
        self = .tooShort
        return
      }
      self = most
    }
  }
}
