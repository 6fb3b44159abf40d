import Controls
import Motion
public import Secrets

// Passwords made by chance.
extension PasswordForm {
  /// What the form offers to make passwords of, from the leading to the trailing side.
  struct Offers {
    var characters = PasswordGenerator.Kind.standardCharacters
    var words = PasswordGenerator.Kind.standardWords

    static let labels = ["Characters", "Words"]

    subscript(index: Int) -> PasswordGenerator.Kind { index == 0 ? characters : words }
  }

  /// Offers passwords of this kind first to the keyboard, and of as many characters or words as it has.
  public mutating func offer(_ kind: PasswordGenerator.Kind) {
    switch kind {
    case .characters:
      offers.characters = kind
      generator.choose(0)
    case .words:
      offers.words = kind
      generator.choose(1)
    }
  }

  /// Makes a password and puts it into both fields, to be read there: its beginning in the first and
  /// its end in the second, since it may be longer than a field.
  mutating func generate(_ kind: PasswordGenerator.Kind, at now: Instant) -> [Action] {
    guard !isSaving else { return sayThatItSaves() }
    let generator = PasswordGenerator(kind, meeting: policy, knowing: personalWords)
    var made = SecureText()
    guard let generator, generator.generate(into: &made) else {
      show(.failed("No random \(kind.noun)s meet what the password must be."))
      return []
    }
    passwordField.control.replaceText(with: made, caretAtEnd: false, at: now)
    confirmationField.control.replaceText(with: made, caretAtEnd: true, at: now)
    evaluate(at: now)
    show(.generated("\(generator.summary). Write it down or copy it: it will not be stored."))
    return [.judgeStrength]
  }
}

extension PasswordGenerator {
  /// As in "6 words, 77 bits".
  fileprivate var summary: String { "\(kind.count) \(kind.noun)s, \(Int(bits)) bits" }
}

extension PasswordGenerator.Kind {
  fileprivate var noun: String {
    switch self {
    case .characters: "character"
    case .words: "word"
    }
  }

  fileprivate var count: Int {
    switch self {
    case .characters(let count), .words(let count): count
    }
  }
}
