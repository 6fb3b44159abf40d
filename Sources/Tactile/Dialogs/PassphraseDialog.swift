import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// A dialog that asks for one passphrase.
final class PassphraseDialog: PromptDialog {
  let entry: Child<PassphraseEntry>
  /// Whether the user wants the passphrase to be stored.
  private(set) var remembers = false
  /// The handler of answers. The passphrase may be accepted if the answer is `accept`.
  private let onAnswer: (PassphraseDialog, DialogAnswer) -> Void
  /// The handler of changes of the passphrase, which must not call `update(_:)`.
  var onEdit: () -> Void = {}
  /// The handler of requests for a generated passphrase.
  var onGenerate: () -> Void = {}

  /// Opens a dialog.
  ///
  /// - Parameters:
  ///   - error: An error in the first frame, which appears without a shake.
  ///   - rememberLabel: The label of a switch by which the user chooses whether the passphrase is stored.
  ///   - inputDelay: The time in which the dialog accepts no input.
  init(
    _ configuration: PassphraseEntry.Configuration, title: String, message: String, error: String? = nil,
    rememberLabel: String? = nil, buttons: [DialogButton], inputDelay: Duration = .zero, grabsKeyboard: Bool,
    in session: DialogSession, onAnswer: @escaping (PassphraseDialog, DialogAnswer) -> Void
  ) throws(WindowingError) {
    self.onAnswer = onAnswer
    let controls = session.controls(of: Action.self)
    entry = controls.add(PassphraseEntry(configuration, in: session.environment)) { [.entry($0)] }
    super.init(controls, in: session)
    if let rememberLabel {
      let label = DisplaySanitizer.elided(rememberLabel, to: 60)
      controls.add(ToggleSwitch(label, isOn: false, in: session.environment)) { action in
        switch action {
        case .toggled(let isOn): [.remembers(isOn)]
        }
      }
    }
    if let error { entry.control.showError(error, at: .distantPast) }
    try open(
      title: title, message: message, buttons: buttons, inputDelay: inputDelay, grabsKeyboard: grabsKeyboard
    ) { [self] action, now in handle(action, at: now) }
  }

  override var isAnswered: Bool { entry.control.isWaiting }

  private func handle(_ action: DialogAction<Action>, at now: Instant) -> [Effect] {
    switch action {
    case .answer(.accept):
      // The entry is the first control, so its focus stops are those of the dialog.
      let response = entry.control.submit(at: now)
      return response.actions.flatMap { handle(.controls(.entry($0)), at: now) } + response.effects
    case .answer(let answer): give(answer)
    case .controls(.entry(.accepted)):
      // Until the owner handles the answer, the user must not change the passphrase.
      entry.control.showWaiting(session.text(.checking), at: now)
      give(.accept)
    case .controls(.entry(.edited)):
      // Not before it holds a passphrase: desktop portals reject clients that they cannot inspect.
      ProcessHardening.preventInspection()
      onEdit()
    case .controls(.entry(.generate)): afterEvent { [unowned self] in onGenerate() }
    case .controls(.remembers(let remembers)): self.remembers = remembers
    case .controls(.select): break
    }
    return []
  }

  private func give(_ answer: DialogAnswer) {
    afterEvent { [unowned self] in onAnswer(self, answer) }
  }

  /// Changes the entry, and shows the change. Must not be called during an event of the window.
  func update(_ change: (inout PassphraseEntry, Instant) -> Void) {
    update { change(&entry.control, $0) }
  }

  /// Moves the focus to a stop of the entry.
  func focusEntry(_ stop: Int = 0) {
    content?.focusControls(stop, at: session.application.now)
  }

  /// Puts a generated passphrase into the entry, and moves the focus there, so that Enter accepts it.
  func replaceText(with generated: borrowing SecureText) {
    ProcessHardening.preventInspection()
    update { _ = $0.replaceText(with: generated, at: $1) }
    focusEntry(entry.control.confirmationStop)
    onEdit()
  }

  /// Wipes the passphrase, even if the window is closed already.
  func wipe() {
    entry.control.wipe(at: session.application.now)
    update { _ in }
  }
}
