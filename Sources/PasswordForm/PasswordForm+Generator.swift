import Controls
public import Motion
public import Secrets

// Random passwords.
extension PasswordForm {
  /// The kinds of generated passwords, in leading-to-trailing order of their buttons.
  struct GeneratorChoices {
    var characters = PasswordGenerator.Kind.standardCharacters
    var words = PasswordGenerator.Kind.standardWords

    subscript(index: Int) -> PasswordGenerator.Kind { index == 0 ? characters : words }
  }

  /// Sets the number of characters or words for a kind of password and selects its button.
  public mutating func selectGenerator(_ kind: PasswordGenerator.Kind, at now: Instant) {
    switch kind {
    case .characters:
      generatorChoices.characters = kind
      generator.control.select(0, at: now)
    case .words:
      generatorChoices.words = kind
      generator.control.select(1, at: now)
    }
  }

  /// Generates a password and reveals it in both fields.
  mutating func generate(_ kind: PasswordGenerator.Kind, at now: Instant) -> [Outcome<Action>] {
    guard !isSaving else { return showSavingMessage(at: now) }
    let generator = PasswordGenerator(kind, meeting: policy, personalWords: personalWords)
    var generated = SecureText()
    guard let generator, generator.generate(into: &generated) else {
      show(.failed(environment.text(.nothingGenerated)), at: now)
      return []
    }
    fields.replaceText(with: generated, at: now)
    _ = evaluate(at: now)
    let bits = Int(generator.entropyBits)
    show(.generated(environment.text(.generated(generator.kind, bits: bits))), at: now)
    return [.action(.estimateStrength)]
  }
}
