/// Words that whoever knows a person, or their computer, would try first.
public struct PersonalWords: Hashable, Sendable {
  struct Word: Hashable, Sendable {
    let text: String
    /// As in "your user name".
    let meaning: String
    let fingerprint: Blocklist.Fingerprint
  }

  private(set) var words: [Word] = []

  /// No words.
  public static let none = PersonalWords()

  private init() {}

  /// Which of them the password with a fingerprint is; `nil` where it is none.
  func known(_ fingerprint: Blocklist.Fingerprint) -> KnownPassword? {
    words.first { $0.fingerprint == fingerprint }.map { .ownWord(meaning: $0.meaning) }
  }

  /// Creates words with what each of them is, as in "your user name"; shorter ones than three bytes
  /// are left out, since any password has them.
  public init(_ words: [(text: String, meaning: String)]) {
    self.words = words.filter { $0.text.utf8.count >= 3 }.compactMap { text, meaning in
      Blocklist.fingerprint(of: text.utf8.span).map {
        Word(text: text, meaning: meaning, fingerprint: $0)
      }
    }
  }
}
