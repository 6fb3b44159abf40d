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
