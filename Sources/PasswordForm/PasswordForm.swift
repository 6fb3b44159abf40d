public import Controls
public import Motion
import Scene
// A program that imports this module can name policies and strengths.
@_exported public import Secrets

/// A form in which the user enters a new password twice or generates one.
///
/// The form evaluates the requirements after each key press and asks its owner to save the
/// password. The password stays in locked memory, and the form returns only copies in locked
/// memory.
public struct PasswordForm: ~Copyable, CompositeControl {
  /// The actions of the form that its owner performs.
  public enum Action: Hashable, Sendable {
    /// Save the result of `passwordToSave()`, then call `finishSaving(_:at:)`. Replace a stored
    /// password only if it has no problem or the problem is `acceptedProblem`.
    case save
    /// Cancel the save as far as it waits for another process.
    case cancelSaving
    /// Estimate the strength of `strengthInput()` with a `StrengthEstimator` on another thread, then call
    /// `setStrength(_:ofGeneration:at:)` with the `generation` of the input. Wait for a pause in typing before that, and
    /// discard earlier requests. If the password is empty, only discard them. A program that ignores the action shows no
    /// strength.
    case estimateStrength
  }

  /// The focus stops in Tab order. A form in a dialog has no stop `submit`.
  public enum FocusStop: Int, CaseIterable, Sendable {
    case password, passwordReveal, confirmation, confirmationReveal, submit, generator
  }

  /// The result of the comparison of the second field with the first.
  package enum Match: Hashable, Sendable {
    /// The second field is empty.
    case empty
    /// The second field is a prefix of the first, which is not an error yet.
    case partial
    case equal
    case different

    init(of confirmation: borrowing SecureText, to password: borrowing SecureText) {
      if confirmation.isEmpty {
        self = .empty
      } else if confirmation.isEqual(to: password) {
        self = .equal
      } else {
        self = confirmation.isBeginning(of: password) ? .partial : .different
      }
    }
  }

  /// The message next to Submit.
  enum Message: Hashable {
    /// A save is in progress since this time.
    case saving(since: Instant, Progress)
    case saved(note: String?)
    case failed(String)
    /// The problem of the stored password, which Submit replaces if it is pressed again.
    case wouldReplace(StoredPasswordProblem, directory: String)
    /// A password was generated.
    case generated(String)

    /// The icon before the text. `nil` if nothing has succeeded or failed.
    var icon: StatusIcon? {
      switch self {
      case .saving(let since, _): .busy(since: since)
      case .saved: .met
      case .failed, .wouldReplace: .unmet
      case .generated: nil
      }
    }
  }

  /// The state of a save in progress that the message shows.
  enum Progress {
    case started
    /// The user tried to submit or edit during the save.
    case requestedAgain
    /// The password store shows a prompt to the user.
    case prompting
  }

  package let policy: PasswordPolicy
  /// Words that count as entries of the policy's blocklist.
  package let personalWords: PersonalWords

  /// An action of a control in the form.
  public enum Part {
    case field(PasswordField.Action, isConfirmation: Bool)
    case submit
    case generate(Int)
  }

  package var password: PasswordField { _read { yield fields.password.control } }
  package var confirmation: PasswordField { _read { yield confirmationField.control } }
  /// The controls, which change only through the form.
  public let group: ControlGroup<Part>
  let confirmationField: Child<PasswordField>
  var fields: PasswordFields
  /// The button of the form. `nil` in a dialog, which has the button.
  let submit: Child<CapsuleButton>?
  let generator: Child<GeneratorRow>
  /// The kinds of generated passwords, in leading-to-trailing order of their buttons.
  var generatorChoices: [PasswordGenerator.Kind] = [.standardCharacters, .standardWords]

  /// The result of checking the password against each requirement.
  public private(set) var evaluation: PasswordPolicy.Evaluation
  package var match: Match { fields.match }
  /// The time without user input in the form after which a revealed password is hidden. If `nil`,
  /// it stays revealed while the window is visible and has the keyboard focus.
  public var revealTimeout: Duration? {
    get { password.revealTimeout }
    set {
      fields.password.control.revealTimeout = newValue
      confirmationField.control.revealTimeout = newValue
    }
  }
  /// Whether the window grabs the keyboard while the user types a password.
  public var grabsKeyboard = false
  /// A sentence that warns the user before a password is typed. It is part of the policy caption,
  /// because it applies as long as the form exists.
  package private(set) var memoryWarning: String?
  /// Whether a field shows errors. This begins when the user leaves the field with text in it or
  /// submits it.
  var showsPasswordErrors = false
  var showsConfirmationErrors = false
  var message: Message?
  /// The number of failures that were shown, also of equal ones.
  var failureCount = 0
  /// The problem of the stored password that the user has accepted by submitting again.
  public internal(set) var acceptedProblem: StoredPasswordProblem?
  var strength = StrengthMeter()
  var tooltip: Tooltip

  var layout = PasswordFormLayout()

  /// Creates an empty form.
  ///
  /// - Parameter isInDialog: Whether the dialog around the form has its title and its button, which calls `submit(at:)`.
  ///   The form then has no caption either, and no space for texts that are not shown.
  public init(
    _ policy: PasswordPolicy = .default, personalWords: PersonalWords = .none, isInDialog: Bool = false,
    in environment: Environment
  ) {
    self.policy = policy
    self.personalWords = personalWords
    group = ControlGroup(.manual, in: environment)
    let passwordField = group.add(
      PasswordField(environment.text(.passwordLabel), in: environment)
    ) { [.field($0, isConfirmation: false)] }
    confirmationField = group.add(
      PasswordField(environment.text(.confirmationLabel), in: environment)
    ) { [.field($0, isConfirmation: true)] }
    fields = PasswordFields(passwordField, confirmationField)
    submit =
      isInDialog
      ? nil : group.add(CapsuleButton(environment.text(.submit), in: environment)) { _ in [.submit] }
    let kinds = [PasswordFormMessage.characters, .words].map(environment.text)
    generator = group.add(GeneratorRow(kinds, in: environment)) { [.generate($0)] }
    tooltip = Tooltip(in: environment)
    evaluation = policy.evaluate(passwordField.control.text, personalWords: personalWords)
  }

  /// Returns `true`: the controls of the group change only through the form.
  public static var isCacheable: Bool { true }

  public mutating func update(_ environment: Environment, at now: Instant) {
    group.update(environment, at: now)
    tooltip.update(environment, at: now)
    layout.blocks.removeAll()
    layOut(at: now)
  }

  /// Sets the warning in the policy caption. `nil` removes it.
  package mutating func setMemoryWarning(_ warning: String?, at now: Instant) {
    memoryWarning = warning
    layOut(at: now)
  }

  /// Whether at least one field has text.
  public var holdsSecret: Bool { !password.text.isEmpty || !confirmation.text.isEmpty }

  /// Whether a save is in progress. The fields are not editable during a save, so that they show
  /// the saved password.
  public var isSaving: Bool { if case .saving = message { true } else { false } }

  /// Whether the window must grab the keyboard now: the text of a field has the focus in a focused
  /// window.
  ///
  /// This is `false` during a save, because the password store may prompt for another password in a
  /// window of its own.
  public var wantsKeyboardGrab: Bool {
    grabsKeyboard && !isSaving && (password.showsFocus || confirmation.showsFocus)
  }

  /// The text of the message next to Submit, or `nil` if there is none.
  public var messageText: String? {
    switch message {
    case nil: nil
    case .saving(_, .started): environment.text(.saving)
    case .saving(_, .requestedAgain): environment.text(.stillSaving)
    case .saving(_, .prompting): environment.text(.waitingForPrompt)
    case .saved(let note): environment.text(.saved(note: note))
    case .failed(let text), .generated(let text): text
    case .wouldReplace(let problem, let directory):
      environment.text(.wouldReplace(problem, directory: directory))
    }
  }

  /// Returns a copy of the password in its own locked memory.
  public func passwordToSave() -> SecureText { password.text.copy() }

  /// Sets whether the save waits for a prompt of the password store.
  public mutating func setPrompting(_ isPrompting: Bool, at now: Instant) {
    guard case .saving(let since, let progress) = message else { return }
    if isPrompting {
      show(.saving(since: since, .prompting), at: now)
    } else if progress == .prompting {
      show(.saving(since: since, .started), at: now)
    }
  }

  /// Shows the result of a save and makes the fields editable. A successful save wipes both fields.
  public mutating func finishSaving(_ result: SaveResult, at now: Instant) {
    fields.setEditable(true)
    switch result {
    case .saved(let note):
      wipe(at: now)
      message = .saved(note: note)
    case .failed(let reason): message = .failed(reason)
    case .wouldReplace(let problem, let directory): message = .wouldReplace(problem, directory: directory)
    }
    layOut(at: now)
  }

  /// Wipes both fields and discards the pending paste requests.
  public mutating func wipe(at now: Instant) {
    fields.wipe(at: now)
    _ = evaluate(at: now)
    layOut(at: now)
  }

  /// Evaluates the requirements and the match, and marks the strength as stale.
  ///
  /// - Returns: Whether to submit.
  mutating func evaluate(at now: Instant) -> Bool {
    evaluation = policy.evaluate(password.text, personalWords: personalWords)
    if !password.text.isEmpty {
      strength.markStale(at: now, environment)
    } else if strength.value != nil {
      strength.clear()
      layOut(at: now)
    }
    return evaluateMatch()
  }

  /// Compares the second field with the first. An empty field shows no errors.
  ///
  /// - Returns: Whether to submit.
  mutating func evaluateMatch() -> Bool {
    if password.text.isEmpty { showsPasswordErrors = false }
    if confirmation.text.isEmpty { showsConfirmationErrors = false }
    return fields.edited()
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      group.nextChange(after: now), strength.nextChange(after: now),
      .earliest(tooltip.nextChange(after: now), isSaving && !environment.reducesMotion ? now : nil))
  }
}

// Password strength. The estimate runs on another thread.
extension PasswordForm {
  /// Returns the input of the strength estimate, copied into its own locked memory.
  public func strengthInput() -> StrengthInput { StrengthInput(password.text) }

  /// Shows the estimated strength of the password, or the reason why there is no estimate. The height of the form may
  /// change.
  ///
  /// - Parameter generation: The generation of the `StrengthInput`. A result for an earlier text is
  ///   ignored.
  public mutating func setStrength(
    _ result: Result<PasswordStrength, StrengthError>, ofGeneration generation: UInt64, at now: Instant
  ) {
    guard generation == password.text.generation, !password.text.isEmpty else { return }
    // For a known password, the estimate from its characters is irrelevant.
    let knownStrength = policy.knownPassword(password.text, personalWords: personalWords)?.strength
    strength.show(.estimate(knownStrength.map(Result.success) ?? result), at: now, environment)
    layOut(at: now)
  }
}

/// The result of saving a password.
public enum SaveResult: Hashable, Sendable {
  /// The password was saved.
  ///
  /// - Parameter note: Additional information for the user, as one sentence.
  case saved(note: String? = nil)
  /// Saving failed, with a message for the user.
  case failed(String)
  /// Nothing was saved, because the file of the stored password in a directory has a problem. If the user submits again
  /// without an edit, the save replaces it.
  case wouldReplace(StoredPasswordProblem, directory: String)
}
