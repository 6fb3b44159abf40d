/// The reason a password is easy to guess regardless of its composition.
public enum KnownPassword: Hashable, Sendable {
  /// A word of the user's. `meaning` describes it, as in "your user name".
  case personalWord(meaning: String)
  /// An entry of the built-in list of the most common passwords.
  case common
  /// An entry of a list that the user supplies.
  case listed

  /// The strength of a known password: zero.
  package var strength: PasswordStrength { PasswordStrength(of: self) }
}

extension PasswordPolicy {
  /// Returns the reason a password is easy to guess, or `nil` if it is not known.
  ///
  /// The personal words are compared even if the policy does not block them, then the blocklist of
  /// the policy.
  ///
  /// - Complexity: O(*m*) in the length of the password, plus O(log *n*) in that of the blocklist.
  package func knownPassword(_ password: borrowing SecureText, personalWords words: PersonalWords = .none)
    -> KnownPassword?
  {
    guard blocklist != nil || words != .none else { return nil }
    let fingerprint = Blocklist.fingerprint(of: password)
    return words.match(fingerprint) ?? blocklist?.match(fingerprint)
  }
}

/// Words that an attacker who knows the user or the computer tries first.
public struct PersonalWords: Hashable, Sendable {
  struct Word: Hashable, Sendable {
    let text: String
    /// A description of the word, as in "your user name".
    let meaning: String
    let fingerprint: Blocklist.Fingerprint
  }

  private(set) var words: [Word] = []

  /// An empty list of words.
  public static let none = PersonalWords()

  private init() {}

  /// Returns the word that has a fingerprint, or `nil` if there is none.
  func match(_ fingerprint: Blocklist.Fingerprint) -> KnownPassword? {
    words.first { $0.fingerprint == fingerprint }.map { .personalWord(meaning: $0.meaning) }
  }

  /// Creates words, each with a description as in "your user name".
  ///
  /// Words of fewer than three bytes are left out, because almost any password contains them.
  public init(_ words: [(text: String, meaning: String)]) {
    self.words = words.filter { $0.text.utf8.count >= 3 }.compactMap { text, meaning in
      Blocklist.fingerprint(of: text.utf8.span).map { Word(text: text, meaning: meaning, fingerprint: $0) }
    }
  }
}
