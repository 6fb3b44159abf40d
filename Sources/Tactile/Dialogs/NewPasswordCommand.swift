import ArgumentParser
import Controls
import Motion
import PasswordForm
import Secrets
import System
import Toolkit
import Windowing

/// `tactile new-password`: lets the user choose or generate a password that meets a policy.
struct NewPasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-password",
    abstract: "Asks for a new password that meets a policy, and prints it.",
    discussion: """
      Shows the password form with its rules and the strength. The password is
      entered twice, or generated. Without --store it is printed, followed by a
      line feed.

      Files:
      \(PolicyOptions.fileHelp)

      Exit status:
        0  The password was printed or, with --store, its hash was stored.
        1  The user cancelled. Nothing was printed or stored.
        2  A usage error: an invalid option, policy file or blocklist.
      \(ExitStatus.windowHelp)
        5  The dialog was not answered in time.

      Examples:
        Encrypt a file with a new passphrase:
          tactile new-password --generate words |
            gpg --batch --pinentry-mode loopback --passphrase-fd 0 -c notes.txt
        Store the hash of a password, and compare a password with it later:
          tactile new-password --policy nist --store
          tactile askpass "Password:" | tactile verify && echo correct
      """)

  @OptionGroup var passwords: PolicyOptions

  @Option(
    help: ArgumentHelp(
      "Kind of generated password that the form offers first: 'characters' or 'words', optionally with a count.",
      valueName: "KIND[:N]"),
    completion: .list(GenerateOption.kinds),
    transform: GenerateOption.parse)
  var generate: PasswordGenerator.Kind?

  @Flag(help: "Store the hash of the password for 'tactile verify', and print nothing.")
  var store = false

  @OptionGroup var storageOptions: StorageOptions

  @OptionGroup var dialog: DialogOptions

  func validate() throws {
    if storageOptions.secretService, !store {
      throw ValidationError("'--secret-service' selects where '--store' stores the hash; add '--store'.")
    }
  }

  func run() throws {
    let policy = try passwords.passwordPolicy()
    let session = try DialogSession(dialog.settings)
    try NewPasswordDialog(
      policy, generating: generate, storage: store ? storageOptions.storage : nil, in: session
    ).open(message: dialog.text)
    throw ExitCode(session.run())
  }
}

/// The password form in a dialog, which prints the password or stores its hash.
final class NewPasswordDialog {
  private let session: DialogSession
  private let wakeSource: WakeSource
  private let store: (any PasswordHashStore)?
  private let isStoring: Bool
  private let evaluator: StrengthEvaluator
  private let controls: ControlGroup<PasswordForm.Action>
  private let form: Child<PasswordForm>
  private var registration: EventRegistration?
  private var estimate: EventRegistration?
  private var job: SaveJob?
  // The window keeps the content, and so this object: it is freed, and the password wiped, with the window.
  private weak var window: Window?

  private static let estimateDelay = Duration.milliseconds(200)

  /// - Parameter storage: The storage of the hash. `nil` to print the password.
  init(
    _ policy: PasswordPolicy, generating kind: PasswordGenerator.Kind? = nil, storage: PasswordHashStorage?,
    in session: DialogSession
  ) throws(WindowingError) {
    let wakeSource = try WakeSource()
    self.session = session
    self.wakeSource = wakeSource
    isStoring = storage != nil
    store = storage.flatMap { $0.store { _ in wakeSource.wake() } }
    evaluator = StrengthEvaluator(personalWords: .current, wakeSource: wakeSource)
    controls = ControlGroup(.column(), in: session.environment)
    form = controls.add(
      PasswordForm(policy, personalWords: .current, isInDialog: true, in: session.environment)
    ) { [$0] }
    form.control.grabsKeyboard = session.settings.grabsKeyboard ?? false
    if let kind { form.control.selectGenerator(kind, at: session.application.now) }
    registration = session.application.watch(wakeSource) { [unowned self] in
      if let evaluation = evaluator.takeEvaluation() {
        update { $0.setStrength(evaluation.result, ofGeneration: evaluation.generation, at: $1) }
      }
      continueSaving()
    }
  }

  func open(message: String?) throws(WindowingError) {
    let accept = isStoring ? session.button(.save, .accept, style: .primary) : session.ok
    // The form grabs the keyboard while a password field has the focus.
    window = try session.open(
      title: session.text(.newPassword), message: message ?? "", showing: controls,
      buttons: [session.cancel, accept], grabsKeyboard: false
    ) { [self] action, now in
      // The content keeps this object.
      switch action {
      case .answer(.accept):
        let response = form.control.submit(at: now)
        for action in response.actions { perform(action, at: now) }
        return response.effects
      case .answer: cancel()
      case .controls(let action): perform(action, at: now)
      }
      return []
    }.window
    if !isStoring { session.watchCaller() }
  }

  /// Ends the dialog. A save that has ended in the same moment counts.
  private func cancel() {
    job?.cancel()
    job?.finish()
    if case .saved? = job?.outcome { return session.finish(ExitStatus.success) }
    session.finish(ExitStatus.failure)
  }

  private func perform(_ action: PasswordForm.Action, at now: Instant) {
    switch action {
    case .estimateStrength: scheduleEstimate(at: now)
    case .cancelSaving: job?.cancel()
    case .save where !isStoring: form.read { session.finish(writing: $0.password.text) }
    case .save: save(at: now)
    }
  }

  private func scheduleEstimate(at now: Instant) {
    ProcessHardening.preventInspection()
    evaluator.discardPending()
    estimate = session.schedule(after: Self.estimateDelay) { [unowned self] in
      form.read { if !$0.password.text.isEmpty { evaluator.evaluate(StrengthInput($0.password.text)) } }
    }
  }

  private func save(at now: Instant) {
    guard let store else {
      return form.control.finishSaving(.failed(PasswordHashStorage.noStoreMessage), at: now)
    }
    evaluator.discardPending()
    job = SaveJob(
      form.control.passwordToSave(), in: store, replacing: form.control.acceptedProblem,
      wakeSource: wakeSource)
  }

  /// Handles the end of a save, and prompts of the keyring.
  private func continueSaving() {
    guard let job, let store else { return }
    guard let outcome = job.outcome else {
      return update { $0.setPrompting(store.isPrompting, at: $1) }
    }
    self.job = nil
    if case .saved = outcome { return session.finish(ExitStatus.success) }
    update { $0.finishSaving(outcome, at: $1) }
  }

  private func update(_ change: @escaping (inout PasswordForm, Instant) -> Void) {
    window?.change { [form] in change(&form.control, $0) }
  }
}
