public import Controls
public import Motion
public import Scene
public import Secrets

/// A form that takes a new password twice, or makes one, says at every key which rules it meets, and
/// asks its owner to save it.
///
/// The password stays in locked memory; the form gives it away only as another locked copy.
public struct PasswordForm: ~Copyable, Control {
  /// What the form asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// Save what `passwordToSave()` returns, over what is there only if nothing is wrong with that but
    /// `acceptedFault`, then call `finishSaving(_:at:)`.
    case save
    /// Give up what is being saved, as far as that waits for somebody else.
    case cancelSaving
    /// Judge `strengthSubject()`, on another thread, then call `takeStrength(_:ofGeneration:at:)`;
    /// where the password is empty, only forget those before.
    case judgeStrength
    /// Ask for text as for a secret, and hand over what comes as from
    /// `ReceivedData.Source.secret(request:)` with that number.
    case paste(Pasteboard, request: Int)
    /// Offer what `takeCopied()` returns to other programs.
    case copied
    /// Give the keyboard focus to this stop.
    case focus(Int)
  }

  /// The places Tab stops at, in this order.
  public enum Stop: Int, CaseIterable, Sendable {
    case password, passwordEye, confirmation, confirmationEye, submit, generator
  }

  /// How the second field compares with the first.
  public enum Match: Hashable, Sendable {
    /// There is nothing in the second field yet.
    case empty
    /// It is a beginning of the first, so not yet wrong.
    case beginning
    case equal
    case different
  }

  /// What the line beside Submit says.
  enum Message: Hashable {
    /// Being saved since then.
    case saving(since: Instant, Progress)
    case saved(note: String?)
    case failed(String)
    /// What is wrong with what Submit would replace, if it is pressed again.
    case wouldReplace(StoredFault, String)
    /// What was made by chance.
    case generated(String)
  }

  /// What there is to say while a password is saved.
  enum Progress {
    case begun
    /// It was asked for again meanwhile.
    case askedAgain
    /// Whoever keeps it asks the person something.
    case prompting
  }

  public let policy: PasswordPolicy
  /// What the policy's list is taken to hold too.
  public let personalWords: PersonalWords
  public var environment: Environment {
    didSet {
      passwordField.environment = environment
      confirmationField.environment = environment
      submit.environment = environment
      generator.environment = environment
      tooltip.environment = environment
      layOut()
    }
  }

  public var password: PasswordField { _read { yield passwordField.control } }
  public var confirmation: PasswordField { _read { yield confirmationField.control } }
  // While one of them changes, all else stays as it was drawn.
  var passwordField: Retained<PasswordField>
  var confirmationField: Retained<PasswordField>
  var submit: CapsuleButton
  var generator: GeneratorRow
  var offers = Offers()

  /// Which rules the password meets.
  public private(set) var verdict: PasswordPolicy.Verdict
  public private(set) var match = Match.empty
  /// How long a revealed password stays so while nothing is done in the form; `nil` for as long as the
  /// window has the keyboard's focus and can be seen.
  public var revealTime: Duration? {
    get { password.revealTime }
    set {
      passwordField.control.revealTime = newValue
      confirmationField.control.revealTime = newValue
    }
  }
  /// Whether the keyboard is to be the window's alone while a password is typed.
  public var grabsKeyboard = false
  /// What else there is to know before a password is typed, in a sentence; it stands with what the
  /// policy demands, since it holds for as long as the form is there.
  public var remark: String? {
    didSet { if remark != oldValue { layOut() } }
  }
  /// Whether the fields were left or submitted as they are: until then nothing in them is a fault.
  var wasPasswordLeft = false
  var wasConfirmationLeft = false
  var message: Message?
  /// What may be wrong with what a save replaces: what the form said when it was submitted again.
  public internal(set) var acceptedFault: StoredFault?
  var strength = StrengthMeter()
  var tooltip: Tooltip
  /// What was asked for and has not come, by its number, and whether it is for the second field.
  var awaitedPastes: [Int: Bool] = [:]
  /// How much was asked for so far.
  var pasteCount = 0

  var origin = Point.zero
  var width = 0.0
  var layout = PasswordFormLayout()

  /// Creates an empty form.
  public init(
    _ policy: PasswordPolicy = .default, knowing personalWords: PersonalWords = .none,
    in environment: Environment
  ) {
    self.policy = policy
    self.personalWords = personalWords
    self.environment = environment
    passwordField = Retained(
      PasswordField("Enter password", handle: SecretHandle(rawValue: 0), in: environment))
    confirmationField = Retained(
      PasswordField("Re-enter password", handle: SecretHandle(rawValue: 1), in: environment))
    submit = CapsuleButton("Submit", in: environment)
    generator = GeneratorRow(Offers.labels, in: environment)
    tooltip = Tooltip(in: environment)
    verdict = policy.evaluate(passwordField.control.text, knowing: personalWords)
  }

  /// Whether there is anything in its fields.
  public var holdsSecret: Bool { !password.text.isEmpty || !confirmation.text.isEmpty }

  /// Whether a password is being saved. Meanwhile the fields cannot be edited, so that what is
  /// saved is what they show.
  public var isSaving: Bool {
    if case .saving = message { true } else { false }
  }

  /// Whether the keyboard is to be the window's alone now: the focus is in the text of a field, in a
  /// window that has it. While a password is saved nothing is typed here, and whoever keeps it may have
  /// a window of its own to ask for another.
  public var wantsKeyboardGrab: Bool {
    grabsKeyboard && !isSaving && (password.showsFocus || confirmation.showsFocus)
  }

  /// What the line beside Submit says; `nil` where it is empty.
  public var messageText: String? {
    switch message {
    case nil: nil
    case .saving(_, .begun): "Saving…"
    case .saving(_, .askedAgain): "Still saving, this takes a moment."
    case .saving(_, .prompting): "The keyring asks you something first. Press Escape to give up."
    case .saved(let note):
      "Saved. The password itself was not stored.\(note.map { " \($0)" } ?? "")"
    case .failed(let words), .generated(let words): words
    case .wouldReplace(_, let reason): "\(reason) Submit again to replace it."
    }
  }

  /// The password, copied into locked memory of its own.
  public func passwordToSave() -> SecureText { password.text.copy() }

  /// Takes in whether whoever keeps the password asks the person something, which is waited for.
  public mutating func notePrompt(_ isPrompting: Bool) {
    guard case .saving(let since, let progress) = message else { return }
    if isPrompting {
      show(.saving(since: since, .prompting))
    } else if progress == .prompting {
      show(.saving(since: since, .begun))
    }
  }

  /// Takes in how saving went. Saved, both fields are wiped; else they stay as they are.
  public mutating func finishSaving(_ outcome: SavingOutcome, at now: Instant) {
    passwordField.control.isEditable = true
    confirmationField.control.isEditable = true
    switch outcome {
    case .saved(let note):
      wipe(at: now)
      message = .saved(note: note)
    case .failed(let reason): message = .failed(reason)
    case .wouldReplace(let fault, let reason): message = .wouldReplace(fault, reason)
    }
    layOut()
  }

  /// Wipes both fields; what was to be pasted into them is passed over.
  public mutating func wipe(at now: Instant) {
    passwordField.control.wipe(at: now)
    confirmationField.control.wipe(at: now)
    awaitedPastes.removeAll()
    evaluate(at: now)
  }

  /// Judges what is in the fields.
  mutating func evaluate(at now: Instant) {
    verdict = policy.evaluate(password.text, knowing: personalWords)
    if password.text.isEmpty { forgetStrength() } else { strength.doubt(at: now, environment) }
    evaluateMatch()
  }

  /// Judges how the second field compares with the first. Emptied, a field counts as untouched again.
  mutating func evaluateMatch() {
    match = compare()
    if password.text.isEmpty { wasPasswordLeft = false }
    if confirmation.text.isEmpty { wasConfirmationLeft = false }
  }

  private borrowing func compare() -> Match {
    if confirmation.text.isEmpty { return .empty }
    if confirmation.text.isEqual(to: password.text) { return .equal }
    return confirmation.text.isBeginning(of: password.text) ? .beginning : .different
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      passwordField.nextChange(after: now), confirmationField.nextChange(after: now),
      .earliest(
        strength.nextChange(after: now), tooltip.nextChange(after: now),
        isSaving && !environment.reducesMotion ? now : nil))
  }
}

extension PasswordForm: SecretReading {
  public func withGrapheme(
    at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void
  ) {
    if handle == password.handle {
      password.text.withGrapheme(at: index, body)
    } else if handle == confirmation.handle {
      confirmation.text.withGrapheme(at: index, body)
    }
  }
}
