import CSodium

/// A generator of random passwords that meet a policy.
///
/// The distribution is uniform: all passwords of a kind that the policy allows are equally likely.
/// A password is generated in locked memory, with the random numbers of the system.
public struct PasswordGenerator: Sendable {
  /// The elements of a password and their number.
  public enum Kind: Hashable, Sendable {
    /// The 94 printable ASCII characters except the space.
    case characters(Int)
    /// Words of a list of 7776, separated by hyphens. If the policy requires it, they are
    /// capitalized, separated by spaces, or followed by a few characters.
    case words(Int)

    /// 20 characters.
    public static let standardCharacters = characters(20)
    /// 6 words.
    public static let standardWords = words(6)
  }

  private let scheme: any PasswordScheme
  private let policy: PasswordPolicy
  private let personalWords: PersonalWords

  /// Creates a generator for a policy.
  ///
  /// - Parameters:
  ///   - kind: The elements and their number. The number is raised to one, to what the policy
  ///     requires, or to the first one of which enough passwords meet it.
  ///   - policy: The requirements of the passwords.
  ///   - words: Words that count as entries of the blocklist of the policy.
  /// - Returns: `nil` if no such passwords meet the policy, or hardly any.
  package init?(_ kind: Kind, meeting policy: PasswordPolicy, personalWords words: PersonalWords = .none) {
    self.init(kind, of: .english, meeting: policy, personalWords: words)
  }

  init?(
    _ kind: Kind, of list: @autoclosure () -> WordList, meeting policy: PasswordPolicy,
    personalWords words: PersonalWords
  ) {
    switch kind {
    case .characters(let count):
      guard let scheme = CharacterPasswordScheme(atLeast: max(1, count), for: policy) else { return nil }
      self.scheme = scheme
    case .words(let count):
      guard let scheme = PassphraseScheme(atLeast: max(1, count), of: list(), for: policy) else { return nil }
      self.scheme = scheme
    }
    self.policy = policy
    personalWords = words
  }

  /// The elements of the generated passwords and their number.
  package var kind: Kind { scheme.kind }

  /// The entropy of a password: the binary logarithm of the number of possible passwords.
  ///
  /// Passwords on the blocklist of the policy are not subtracted. With at least 8 characters or 3
  /// words, the difference would be less than 0.001, even for a blocklist of 256 MB of letters in
  /// any case.
  package var entropyBits: Double { scheme.entropyBits }

  /// Replaces a text by a new password.
  ///
  /// - Returns: Whether a password was generated. If `false`, the blocklist of the policy blocks
  ///   all or nearly all passwords, and the text is empty.
  package func generate(into text: inout SecureText) -> Bool {
    generate(into: &text) { randombytes_uniform($0) }
  }

  /// The maximum number of draws. At least one draw of characters in sixteen is accepted
  /// (`CharacterPasswordScheme`). Without a blocklist, this many draws fail in a row once in 10¹¹⁴
  /// times.
  private static let maximumDrawCount = 4096

  /// - Parameter below: Returns a uniformly distributed random number below its argument.
  func generate(into text: inout SecureText, below: (UInt32) -> UInt32) -> Bool {
    for _ in 0..<Self.maximumDrawCount {
      text.removeAll()
      scheme.draw(into: &text, below: below)
      if policy.evaluate(text, personalWords: personalWords).isMet { return true }
    }
    text.removeAll()
    return false
  }
}

/// A scheme for passwords of one kind. All drawn passwords are equally likely.
protocol PasswordScheme: Sendable {
  var kind: PasswordGenerator.Kind { get }

  var entropyBits: Double { get }

  /// Appends a password to a text.
  ///
  /// - Parameter below: Returns a uniformly distributed random number below its argument.
  func draw(into text: inout SecureText, below: (UInt32) -> UInt32)
}
