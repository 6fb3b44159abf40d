import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// A dialog with a passphrase entry. The window keeps it, so that it is freed, and the passphrase wiped, with the window.
class PromptDialog {
  /// An action of the controls in the dialog.
  enum Action {
    case entry(PassphraseEntry.Action)
    /// The user has chosen another account, by its index.
    case select(Int)
  }

  let session: DialogSession
  let controls: ControlGroup<Action>
  /// The entry. `nil` while nothing is asked.
  final var entry: Child<PassphraseEntry>?
  /// The handler of changes of the passphrase, which must not call `update(_:)`.
  final var onEdit: () -> Void = {}
  /// The handler of requests for a generated passphrase.
  final var onGenerate: () -> Void = {}
  private(set) weak var content: DialogContent<Action>?
  private(set) weak var window: Window?
  /// The effects that are performed after the event, and those that were performed.
  private var effects: [EventRegistration] = []

  init(_ controls: ControlGroup<Action>, in session: DialogSession) {
    (self.controls, self.session) = (controls, session)
  }

  /// Opens the dialog.
  ///
  /// - Parameters:
  ///   - inputDelay: The time in which the dialog accepts no input.
  ///   - grabsKeyboard: Whether the dialog grabs the keyboard, if the user has not chosen that.
  final func open(
    title: String, message: String, buttons: [DialogButton], inputDelay: Duration = .zero,
    grabsKeyboard: Bool = true
  ) throws(WindowingError) {
    (content, window) = try session.open(
      title: title, message: message, showing: controls, buttons: buttons, inputDelay: inputDelay,
      grabsKeyboard: session.settings.grabsKeyboard ?? grabsKeyboard
    ) { [self] action, now in
      handle(action, at: now)
      return []
    }
    content?.isAnswered = { [unowned self] in isAnswered }
  }

  /// Whether the entry shows an answer that is checked.
  final var isAnswered: Bool { entry?.control.isWaiting == true }

  /// Handles an answer after its event. The passphrase may be accepted if it is `accept`.
  func answered(_ answer: DialogAnswer) {}

  /// Handles the choice of another account after its event.
  func select(_ user: Int) {}

  private func handle(_ action: DialogAction<Action>, at now: Instant) {
    switch action {
    case .answer(.accept):
      guard let response = entry?.control.submit(at: now) else { return }
      for case .focus(let stop) in response.effects { focusEntry(stop, at: now) }
      for action in response.actions { handle(.controls(.entry(action)), at: now) }
    case .answer(let answer): afterEvent { [unowned self] in answered(answer) }
    case .controls(.entry(.accepted)):
      // Until the answer is sent, for which polkit's helper may have to ask first, the user must not change the passphrase.
      entry?.control.showWaiting(session.text(.checking), at: now)
      afterEvent { [unowned self] in answered(.accept) }
    case .controls(.entry(.edited)):
      // Not before it holds a passphrase: desktop portals reject clients that they cannot inspect.
      ProcessHardening.preventInspection()
      onEdit()
    case .controls(.entry(.generate)): afterEvent { [unowned self] in onGenerate() }
    case .controls(.select(let user)): afterEvent { [unowned self] in select(user) }
    }
  }

  /// Moves the focus to a stop of the entry. Without an entry, only the result has a button that gets it: a blank in a password
  /// that the user types already would press it.
  final func focusEntry(_ stop: Int = 0, at time: Instant? = nil) {
    let now = time ?? session.application.now
    if let first = entry.flatMap({ controls.focusStop(of: $0) }) {
      content?.focusControls(first + stop, at: now)
    } else {
      content?.focusButton(.close, at: now)
    }
  }

  /// Performs a change and shows it, unless the window is being closed. Must not be called during an event of the window.
  final func update(_ change: (Instant) -> Void) {
    if let window { window.change(change) } else { change(session.application.now) }
  }

  /// Performs an effect of a user action after its event, so that it may update the window.
  ///
  /// The effects are performed in the order of the actions, also if one iteration of the event loop handles several. The
  /// first one that closes the dialog cancels the others, as if their events had come later.
  private func afterEvent(_ body: @escaping () -> Void) {
    effects.append(session.application.schedule(at: .distantPast) { _ in body() })
  }

  func close() {
    effects = []
    window?.close()
    window = nil
  }
}

/// A dialog that asks for one passphrase.
final class PassphraseDialog: PromptDialog {
  let passphrase: Child<PassphraseEntry>
  private var rememberSwitch: Child<ToggleSwitch>?
  private let onAnswer: (PassphraseDialog, DialogAnswer) -> Void

  /// Opens a dialog.
  ///
  /// - Parameters:
  ///   - error: An error in the first frame, which appears without a shake.
  ///   - rememberLabel: The label of a switch by which the user chooses whether the passphrase is stored.
  ///   - inputDelay: The time in which the dialog accepts no input.
  ///   - grabsKeyboard: Whether the dialog grabs the keyboard, if the user has not chosen that.
  ///   - onAnswer: Handles an answer. The passphrase may be accepted if it is `accept`.
  init(
    _ configuration: PassphraseEntry.Configuration, title: String, message: String, error: String? = nil,
    rememberLabel: String? = nil, buttons: [DialogButton], inputDelay: Duration = .zero,
    grabsKeyboard: Bool = true, in session: DialogSession,
    onAnswer: @escaping (PassphraseDialog, DialogAnswer) -> Void
  ) throws(WindowingError) {
    self.onAnswer = onAnswer
    let controls = ControlGroup<Action>(.column(), in: session.environment)
    passphrase = controls.add(PassphraseEntry(configuration, in: session.environment)) { [.entry($0)] }
    super.init(controls, in: session)
    entry = passphrase
    if let rememberLabel {
      let label = DisplaySanitizer.elided(rememberLabel, to: 60)
      rememberSwitch = controls.add(ToggleSwitch(label, isOn: false, in: session.environment))
    }
    if let error { passphrase.control.askAgain(error, at: .distantPast) }
    try open(
      title: title, message: message, buttons: buttons, inputDelay: inputDelay, grabsKeyboard: grabsKeyboard)
  }

  override func answered(_ answer: DialogAnswer) { onAnswer(self, answer) }

  /// Whether the user wants the passphrase to be stored.
  var remembers: Bool { rememberSwitch?.control.isOn == true }

  /// Changes the entry, and shows the change. Must not be called during an event of the window.
  func update(_ change: (inout PassphraseEntry, Instant) -> Void) {
    update { change(&passphrase.control, $0) }
  }

  /// Puts a generated passphrase into the entry, and moves the focus there, so that Enter accepts it.
  func replaceText(with generated: borrowing SecureText) {
    ProcessHardening.preventInspection()
    window?.update { passphrase.control.replaceText(with: generated, at: $0).effects }
    focusEntry(passphrase.control.confirmationStop)
    onEdit()
  }

  /// Wipes the passphrase, even if the window is closed already.
  func wipe() {
    passphrase.control.wipe(at: session.application.now)
    update { _ in }
  }
}
