import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// A dialog with a passphrase entry.
final class PassphraseDialog {
  /// An action of the controls in the dialog.
  enum Action {
    case entry(PassphraseEntry.Action)
    /// The user has changed whether the passphrase is stored.
    case remembers(Bool)
  }

  private let session: DialogSession
  private let entry: Child<PassphraseEntry>
  private let controls: ControlGroup<Action>
  // The window keeps the content, and so this object: it is freed, and the passphrase wiped, with the window.
  private weak var content: DialogContent<Action>?
  private weak var window: Window?
  /// Whether the dialog grabs the keyboard.
  var grabsKeyboard = false { didSet { content?.grabsKeyboard = grabsKeyboard } }
  private var isHardened = false
  /// The time of the answer or action that the dialog handles now.
  private var handlingTime: Instant?
  /// Whether the user wants the passphrase to be stored.
  private(set) var remembers = false
  /// The handler of changes of the passphrase.
  var onEdit: () -> Void = {}
  /// The handler of requests for a generated passphrase.
  var onGenerate: () -> Void = {}

  init(_ configuration: PassphraseEntry.Configuration, in session: DialogSession) {
    self.session = session
    controls = session.controls()
    entry = controls.add(PassphraseEntry(configuration, in: session.environment)) { [.entry($0)] }
  }

  /// Adds a switch by which the user chooses whether the passphrase is stored.
  func addRememberSwitch(_ label: String) {
    let label = DisplaySanitizer.elided(label, to: 60)
    controls.add(ToggleSwitch(label, isOn: false, in: session.environment)) { action in
      switch action {
      case .toggled(let isOn): [.remembers(isOn)]
      }
    }
  }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - inputDelay: The time in which the dialog accepts no input.
  ///   - answer: Called when the user has answered. The passphrase may be accepted if the answer is `accept`.
  func open(
    title: String, message: String, buttons: [DialogButton], inputDelay: Duration = .zero,
    answer: @escaping (DialogAnswer, PassphraseDialog) -> Void
  ) throws(WindowingError) {
    let content = DialogContent(
      message: session.message(message), controls: controls, buttons: buttons, inputDelay: inputDelay,
      preferences: session.preferences,
      // The content keeps this object until the window is closed.
      answer: { [self] given, now in
        handling(at: now) {
          if given == .accept { return effects(of: entry.control.submit(at: now), answer) }
          answer(given, self)
          return []
        }
      },
      perform: { [self] action, now in
        handling(at: now) {
          switch action {
          case .entry(let action): perform(action, answer)
          case .remembers(let remembers): self.remembers = remembers
          }
          return []
        }
      })
    self.content = content
    content.grabsKeyboard = grabsKeyboard
    window = try session.open(title: title, width: content.preferredWidth, showing: content)
  }

  private func handling(at now: Instant, _ body: () -> [Effect]) -> [Effect] {
    handlingTime = now
    defer { handlingTime = nil }
    return body()
  }

  /// Performs the actions of a response of the entry, and returns its effects. The entry is the first control, so
  /// its focus stops are those of the dialog.
  private func effects(
    of response: Response<PassphraseEntry.Action>, _ answer: (DialogAnswer, PassphraseDialog) -> Void
  ) -> [Effect] {
    for action in response.actions { perform(action, answer) }
    return response.effects
  }

  private func perform(
    _ action: PassphraseEntry.Action, _ answer: (DialogAnswer, PassphraseDialog) -> Void
  ) {
    switch action {
    case .edited:
      harden()
      onEdit()
    case .generate: onGenerate()
    case .accepted: answer(.accept, self)
    }
  }

  /// Protects the process from inspection. Not before it holds a passphrase: desktop portals reject clients that
  /// they cannot inspect.
  private func harden() {
    if !isHardened { ProcessHardening.preventInspection() }
    isHardened = true
  }

  var isEmpty: Bool { entry.control.text.isEmpty }

  var isRepeated: Bool { entry.control.isRepeated }

  /// The generation of the passphrase, which changes with each edit.
  var generation: UInt64 { entry.control.text.generation }

  func withText<Result, Failure>(
    _ body: (borrowing SecureText) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(entry.control.text) }

  /// Shows an error in the first frame, without a shake.
  func showInitialError(_ text: String) { entry.control.showError(text, at: .distantPast) }

  /// Changes the entry, and shows the change.
  func update(_ change: (inout PassphraseEntry, Instant) -> Void) {
    // The window shows what changes while it handles an event.
    if let handlingTime { return change(&entry.control, handlingTime) }
    window?.update { now in
      change(&entry.control, now)
      return []
    }
  }

  /// Drops the keys that the user is typing already.
  func dropKeysUnderWay() { window?.dropKeysUnderWay() }

  /// Moves the focus to a stop of the entry.
  func focusEntry(_ stop: Int = 0) {
    content?.focusControls(stop, at: handlingTime ?? session.application.now)
  }

  /// Puts a generated passphrase into the entry, and moves the focus there, so that Enter accepts it.
  func replaceText(with generated: borrowing SecureText) {
    harden()
    update { _ = $0.replaceText(with: generated, at: $1) }
    focusEntry(entry.control.confirmationStop)
    onEdit()
  }

  /// Wipes the passphrase.
  func wipe() { entry.control.wipe(at: handlingTime ?? session.application.now) }

  func close() { window?.close() }
}
