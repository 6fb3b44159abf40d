/// As what a password is among the first that are guessed, whatever it is made of.
public enum KnownPassword: Hashable, Sendable {
  /// One of the person's own words, and which: as in "your user name".
  case ownWord(meaning: String)
  /// On the list of the most common ones, which is built in.
  case common
  /// On a list of the person's.
  case listed

  /// What it is, in a sentence.
  public var sentence: String {
    switch self {
    case .ownWord(let meaning): "It is \(meaning)."
    case .common: "It is one of the most common passwords."
    case .listed: "It is on a list of refused passwords."
    }
  }

  /// How strong that makes it: not at all.
  public var strength: PasswordStrength { PasswordStrength(of: self) }
}

extension PasswordPolicy {
  /// As what a password is known: as one of the person's words, whether the policy refuses those or
  /// not, or as one on the policy's list; `nil` where it is none of them.
  ///
  /// - Complexity: O(*m*) in the password's length, and O(log *n*) in the list's.
  public func known(
    _ password: borrowing SecureText, knowing words: PersonalWords = .none
  ) -> KnownPassword? {
    guard blocklist != nil || words != .none else { return nil }
    let fingerprint = Blocklist.fingerprint(of: password)
    return words.known(fingerprint) ?? blocklist?.known(fingerprint)
  }
}
