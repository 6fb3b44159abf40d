import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import System
import TestSupport
import Testing

@Suite struct `Password form strings` {
  private static let languages: [any PasswordFormStrings] = [EnglishStrings.shared, GermanStrings.shared]

  private static let strengths: [PasswordStrength] = [0, 13.3, 20, 26, 30, 34, 39, 50].flatMap { bits in
    [false, true].map { PasswordStrength(bits: bits, advice: nil, isPartial: $0) }
  }

  private static let kinds: [PasswordRule.Kind] = [
    .uppercase, .lowercase, .number, .letter, .space, .symbol, .oneOf("!?"),
  ]

  private static let requirements: [PasswordPolicy.Requirement] =
    [.length(8), .notListed(.common), .notListed(.custom), .notListed([.common, .custom])]
    + kinds.flatMap { kind in [1, 2].map { .characters(kind, count: $0) } }

  /// Messages of all cases.
  private static let messages: [PasswordFormMessage] =
    [
      .title, .passwordLabel, .confirmationLabel, .submit, .saving, .stillSaving, .waitingForPrompt,
      .saved(note: nil), .saved(note: "Note."), .confirmationIsEmpty,
      .confirmationDiffers, .rejected(.tooLong),
      .rejected(.controlCharacter),
      .rejected(.invalidUTF8), .isEqual, .isPartial, .isDifferent, .isMet, .isUnmet, .generate, .characters,
      .words, .nothingGenerated, .generated(.characters(20), bits: 131), .generated(.words(6), bits: 77),
      .isVisible, .isHidden, .capsLock, .capsLockIsOff, .otherKeyboards, .otherKeyboardsBriefly, .grabbed,
      .notGrabbed,
      .grabbedByOther,
      .passphraseIsEmpty, .passphraseIsTooLong(maximumByteCount: 255), .quality("Quality", percent: -10),
    ]
    + StoredPasswordProblem.allCases.map { .wouldReplace($0, directory: "/d") }
    + [.noStrength(.noLibrary(.noLibrary("a.so")))]
    + requirements.flatMap { [.requirement($0), .unmet($0)] }
    + [PasswordPolicy.default, .nist, .original8].map { .caption($0) }
    + [KnownPassword.common, .listed, .personalWord(meaning: "your user name")].map { .known($0) }
    + strengths.map { .strength($0) }
    + [KnownPassword.common, .listed, .personalWord(meaning: "your user name")].map { .strength($0.strength) }
    + PasswordStrength.Advice.allCases.map { .advice($0) }

  @Test func `differ for each message and from the other language`() {
    let texts = Self.languages.map { strings in Self.messages.map { strings.text($0) } }
    for texts in texts { #expect(Set(texts).count == texts.count && !texts.contains("")) }
    for (english, german) in zip(texts[0], texts[1]) { #expect(english != german) }
  }

  @Test(arguments: [
    (PasswordFormMessage.generated(.characters(0), bits: 0), "0 characters, 0 bits.", "0 Zeichen, 0 Bit."),
    (.generated(.characters(1), bits: 1), "1 character, 1 bit.", "1 Zeichen, 1 Bit."),
    (.generated(.characters(2), bits: 2), "2 characters, 2 bits.", "2 Zeichen, 2 Bit."),
    (.generated(.words(0), bits: 0), "0 words,", "0 Wörter,"),
    (.generated(.words(1), bits: 1), "1 word,", "1 Wort,"),
    (.generated(.words(2), bits: 2), "2 words,", "2 Wörter,"),
    (
      .passphraseIsTooLong(maximumByteCount: 0), "Too long: the program accepts 0 bytes.",
      "Zu lang: Das Programm nimmt höchstens 0 Byte an."
    ),
    (
      .passphraseIsTooLong(maximumByteCount: 1), "Too long: the program accepts 1 byte.",
      "Zu lang: Das Programm nimmt höchstens 1 Byte an."
    ),
    (
      .passphraseIsTooLong(maximumByteCount: 2), "Too long: the program accepts 2 bytes.",
      "Zu lang: Das Programm nimmt höchstens 2 Byte an."
    ),
  ])
  func `have the right plural forms`(message: PasswordFormMessage, english: String, german: String) {
    #expect(EnglishStrings.shared.text(message).hasPrefix(english))
    #expect(GermanStrings.shared.text(message).hasPrefix(german))
  }

  @Test(arguments: [
    (
      PasswordPolicy.default,
      "Mindestens 8 Zeichen, darunter ein Großbuchstabe, ein Kleinbuchstabe, eine Ziffer und ein Sonderzeichen."
    ),
    (.nist, "Mindestens 15 Zeichen. Kein häufiges Passwort."),
    (
      PasswordPolicy(minimumLength: 1, rules: [.number.requiring(atLeast: 2)]),
      "Mindestens 1 Zeichen, darunter 2 Ziffern."
    ),
  ])
  func `describe a policy in German`(policy: PasswordPolicy, caption: String) {
    #expect(GermanStrings.shared.text(.caption(policy)) == caption)
  }

  @Test(arguments: [
    (PasswordPolicy.Requirement.length(1), "Mindestens 1 Zeichen"),
    (.characters(.uppercase, count: 1), "Mindestens 1 Großbuchstabe"),
    (.characters(.uppercase, count: 2), "Mindestens 2 Großbuchstaben"),
    (.characters(.number, count: 2), "Mindestens 2 Ziffern"),
    (.characters(.other(article: "a", singular: "vowel", plural: "vowels"), count: 2), "Mindestens 2 vowels"),
    (.notListed(.common), "Kein häufiges Passwort"), (.custom("Eigener Text"), "Eigener Text"),
  ])
  func `name a requirement in German`(requirement: PasswordPolicy.Requirement, text: String) {
    #expect(GermanStrings.shared.text(.requirement(requirement)) == text)
    #expect(
      GermanStrings.shared.text(.unmet(requirement))
        == "Das Passwort erfüllt diese Anforderung nicht: \(text).")
  }

  @Test func `show a text of the policy as it is in each language`() {
    let policy = PasswordPolicy(minimumLength: 9, lengthText: "SO long!", rules: [])
    for strings in Self.languages {
      #expect(strings.text(.requirement(policy.requirements[0])) == "SO long!")
      #expect(strings.text(.unmet(policy.requirements[0])).hasSuffix(": SO long!"))
    }
    #expect(
      EnglishStrings.shared.text(.unmet(.characters(.symbol, count: 1)))
        == "Password must have at least 1 symbol.")
    #expect(
      EnglishStrings.shared.text(.unmet(.notListed(.common))) == "Password must not be a common password.")
  }

  /// 10 000 guesses per second.
  @Test(arguments: [
    (13.0, "less than a second", "unter 1 Sekunde"), (13.3, "1 second", "1 Sekunde"),
    (14.3, "2 seconds", "2 Sekunden"), (19.2, "1 minute", "1 Minute"), (26, "1 hour", "1 Stunde"),
    (29.7, "1 day", "1 Tag"), (30.7, "2 days", "2 Tagen"), (35, "1 month", "1 Monat"),
    (38.2, "1 year", "1 Jahr"), (39.3, "2 years", "2 Jahren"), (45, "centuries", "Jahrhunderten"),
  ])
  func `have the right plural forms of times`(bits: Double, english: String, german: String) {
    let message = PasswordFormMessage.strength(PasswordStrength(bits: bits, advice: nil, isPartial: false))
    #expect(EnglishStrings.shared.text(message).hasSuffix(", \(english) to guess"))
    #expect(GermanStrings.shared.text(message).hasSuffix(", erraten in \(german)"))
  }

  @Test func `come from the environment of the form`() {
    var environment = Environment.fixed()
    environment.strings = ControlTranslations.preferred { ["LC_MESSAGES": "de_DE.UTF-8"][$0] }
    var form = form(in: environment)
    #expect(form.drawing().texts.contains("Passwort wiederholen"))
    form.type("a")
    form.clickSubmit()
    #expect(form.control.messageText?.hasPrefix("Das Passwort erfüllt diese Anforderung nicht") == true)
    #expect(form.drawing().texts.contains("offen"))
    #expect(form.drawing().texts.contains("Mindestens 1 Ziffer"))
  }

  @Test func `are English if the environment has no others`() {
    var environment = Environment.fixed()
    environment.strings = ControlsOnly()
    #expect(form(in: environment).drawing().texts.contains("Re-enter password"))
  }
}

/// A language that has no texts for the password form.
private final class ControlsOnly: ControlStrings {
  func text(_ message: ControlMessage) -> StatusMessage { EnglishStrings.shared.text(message) }
  func text(_ label: ControlLabel) -> String { EnglishStrings.shared.text(label) }
}
