import Controls
import Motion
import PasswordForm
import Scene
import Toolkit
import Windowing

/// A dialog with a passphrase entry. The window keeps it, so that it is freed, and the passphrase wiped, with the window.
class PromptDialog {
  /// An action of the controls in the dialog.
  enum Action {
    case entry(PassphraseEntry.Action)
    /// The user has changed whether the passphrase is stored.
    case remembers(Bool)
    /// The user has chosen another account, by its index.
    case select(Int)
  }

  let session: DialogSession
  let controls: ControlGroup<Action>
  private(set) weak var content: DialogContent<Action>?
  private(set) weak var window: Window?
  /// The effects that are performed after the event, and those that were performed.
  private var effects: [EventRegistration] = []
  /// The announcements for the next effects of the window.
  private var announcements: [Effect] = []

  init(_ controls: ControlGroup<Action>, in session: DialogSession) {
    (self.controls, self.session) = (controls, session)
  }

  /// Whether the entry shows an answer that is checked.
  var isAnswered: Bool { false }

  /// Opens the dialog.
  ///
  /// - Parameters:
  ///   - inputDelay: The time in which the dialog accepts no input.
  ///   - perform: Handles an answer or an action. It must keep this object.
  func open(
    title: String, message: String, buttons: [DialogButton], inputDelay: Duration = .zero,
    grabsKeyboard: Bool, perform: @escaping (DialogAction<Action>, Instant) -> [Effect]
  ) throws(WindowingError) {
    let content = DialogContent(
      message: session.message(message), origin: session.origin, controls: controls, buttons: buttons,
      inputDelay: inputDelay, preferences: session.preferences
    ) { [unowned self] action, now in perform(action, now) + takeAnnouncements() }
    self.content = content
    content.grabsKeyboard = grabsKeyboard
    content.isAnswered = { [unowned self] in isAnswered }
    window = try session.open(title: title, showing: content)
  }

  /// Performs a change and shows it, unless the window is being closed. Must not be called during an event of the window.
  func update(_ change: (Instant) -> Void) {
    guard let window else { return change(session.application.now) }
    window.update { now in
      change(now)
      return takeAnnouncements()
    }
  }

  /// Announces texts that have appeared as one, because a later polite announcement replaces an earlier one.
  func announce(_ texts: [String], isUrgent: Bool) {
    if !texts.isEmpty { announcements.append(.announce(texts.joined(separator: "\n"), isUrgent: isUrgent)) }
  }

  private func takeAnnouncements() -> [Effect] {
    defer { announcements = [] }
    return announcements
  }

  /// Performs an effect of a user action after its event, so that it may update the window.
  ///
  /// The effects are performed in the order of the actions, also if one iteration of the event loop handles several. The
  /// first one that closes the dialog cancels the others, as if their events had come later.
  func afterEvent(_ body: @escaping () -> Void) {
    effects.append(session.application.schedule(at: .distantPast) { _ in body() })
  }

  func close() {
    effects = []
    window?.close()
    window = nil
  }
}
