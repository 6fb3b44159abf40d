import Controls
import Motion
import PasswordForm
import Prompts
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// The dialog of a request of polkit: its message, the choice of the user, the current question of PAM with its
/// messages, and details.
///
/// It is one window for all attempts. Its owner calls its methods outside of the window's events.
final class PolkitDialog {
  /// An action of the controls in the dialog.
  enum Action {
    case entry(PassphraseEntry.Action)
    case toggleUsers
    case select(Int)
    case toggleDetails
  }

  /// An action of the user that the owner handles after the event.
  enum UserAction {
    case answer(DialogAnswer)
    /// The user wants to authenticate as another one, given by an index.
    case select(Int)
  }

  private let session: DialogSession
  private let request: PolkitRequest
  private let users: [UserAccount]
  private var user: Int
  private let onAction: (UserAction) -> Void
  // The window keeps the content, and so this object: it is freed, and the password wiped, with the window.
  private weak var content: DialogContent<Action>?
  private weak var window: Window?
  private let controls: ControlGroup<Action>
  /// The choice of the user. `nil` if there is only one.
  private var userChoice: Child<ControlGroup<Action>>?
  private var userControls: (button: Child<CapsuleButton>?, list: Child<ScrollView<ControlGroup<Action>>>?)
  /// The question and the messages of PAM.
  private let field: Child<ControlGroup<Action>>
  private var question: (prompt: PolkitPrompt, entry: Child<PassphraseEntry>)?
  private var messageLabels: [Child<Label>] = []
  private let footer: Child<ControlGroup<Action>>
  private var footerLabels: [Child<Label>] = []
  private var showsDetails = false
  private var waitingCount = 0
  private var calls: [EventRegistration] = []
  private var checking: EventRegistration?
  private var appearance: Instant?

  /// The time after the appearance in which Enter gives no answer: it may be meant for the window before.
  private static let inputDelay = Duration.milliseconds(500)
  /// The time after which the dialog shows that the helper checks an answer.
  private static let checkingDelay = Duration.milliseconds(300)

  init(
    _ request: PolkitRequest, users: [UserAccount], user: Int, in session: DialogSession,
    onAction: @escaping (UserAction) -> Void
  ) throws(WindowingError) {
    (self.session, self.request, self.users, self.user) = (session, request, users, user)
    self.onAction = onAction
    let environment = session.environment
    controls = session.controls(of: Action.self)
    userChoice =
      users.count > 1
      ? controls.add(ControlGroup<Action>(.column(spacing: Self.spacing), in: environment)) { [$0] } : nil
    field = controls.add(ControlGroup(.column(spacing: Self.spacing), in: environment)) { [$0] }
    footer = controls.add(ControlGroup(.column(spacing: Self.spacing), in: environment)) { [$0] }
    footer.control.add(
      CapsuleButton(AccessKeyLabel(session.text(.details)), style: .compact, in: environment)
    ) { _ in [.toggleDetails] }
    let message = request.message.allSatisfy(\.isWhitespace) ? session.text(.polkitRequest) : request.message
    let texts = [session.settings.text, message].compactMap(\.self)
    session.requester = .read(request.subjectID ?? request.callerID ?? 0)
    let content = DialogContent(
      message: session.message(texts.joined(separator: "\n\n")), origin: session.origin, controls: controls,
      buttons: [session.cancel, session.ok], preferences: session.preferences,
      // The content keeps this object until the window is closed.
      perform: { [self] action, now in handle(action, at: now) })
    self.content = content
    content.grabsKeyboard = session.settings.grabsKeyboard ?? true
    content.onAppear = { [unowned self] in appearance = session.application.now }
    showUsers(isExpanded: false, at: .distantPast)
    showMessages([], at: .distantPast)
    window = try session.open(
      title: session.text(.authentication), width: content.preferredWidth, showing: content)
  }

  private static var spacing: Double { 8 }

  private var environment: Environment { controls.environment }
}

// Actions of the user.
extension PolkitDialog {
  private func handle(_ action: DialogAction<Action>, at now: Instant) -> [Effect] {
    switch action {
    case .answer(.accept):
      guard let response = question?.entry.control.submit(at: now) else {
        give(.answer(.accept))
        return []
      }
      return response.actions.flatMap { handle(.controls(.entry($0)), at: now) } + response.effects
    case .answer(let answer): give(.answer(answer))
    case .controls(.entry(.accepted)):
      if let appearance, appearance + Self.inputDelay <= now { give(.answer(.accept)) }
    case .controls(.entry(.edited)): ProcessHardening.preventInspection()
    case .controls(.entry(.generate)): break
    case .controls(.select(let index)):
      later { dialog in
        dialog.collapseUsers()
        dialog.onAction(.select(index))
      }
    case .controls(.toggleUsers): later { $0.toggleUsers() }
    case .controls(.toggleDetails): later { $0.toggleDetails() }
    }
    return []
  }

  private func give(_ action: UserAction) { later { $0.onAction(action) } }

  /// Calls a closure after the current event, so that it may change the controls.
  private func later(_ body: @escaping (PolkitDialog) -> Void) {
    let call = session.application.schedule(at: .distantPast) { [unowned self] _ in
      calls.removeFirst()
      body(self)
    }
    calls.append(call)
  }

  private func update(_ change: (Instant) -> Void) {
    guard let window else { return change(session.application.now) }
    window.update { now in
      change(now)
      // Arranges the controls that were added and removed.
      return content?.handle(.timePassed, at: now) ?? []
    }
  }

  private func toggleUsers() {
    let isExpanded = userControls.list == nil
    update { showUsers(isExpanded: isExpanded, at: $0) }
    guard let choice = userChoice, let stop = controls.focusStop(of: choice, isExpanded ? 1 + user : 0) else {
      return
    }
    content?.focusControls(stop, at: session.application.now)
  }

  private func collapseUsers() { update { showUsers(isExpanded: false, at: $0) } }

  private func showUsers(isExpanded: Bool, at now: Instant) {
    guard let group = userChoice?.control else { return }
    if let button = userControls.button { group.remove(button, at: now) }
    if let list = userControls.list { group.remove(list, at: now) }
    let label = AccessKeyLabel("\(session.text(.user)): \(title(of: users[user])) ▾")
    userControls = (
      group.add(CapsuleButton(label, style: .compact, in: environment)) { _ in [.toggleUsers] }, nil
    )
    guard isExpanded else { return }
    let column = ControlGroup<Action>(.column(spacing: Self.spacing / 2), in: environment)
    for (index, user) in users.enumerated() {
      column.add(CapsuleButton(AccessKeyLabel(title(of: user)), style: .compact, in: environment)) { _ in
        [.select(index)]
      }
    }
    var list = ScrollView(column, in: environment)
    list.maximumHeight = 140
    userControls.list = group.add(list) { [$0] }
  }

  private func title(of user: UserAccount) -> String {
    let name = DisplaySanitizer.elided(user.name, to: 32)
    if user.id == 0 { return session.text(.administrator(name)) }
    return user.fullName.isEmpty || user.fullName == user.name
      ? name : "\(DisplaySanitizer.elided(user.fullName, to: 32)) (\(name))"
  }
}

// The question and the messages of PAM.
extension PolkitDialog {
  /// Asks a question. The text that the user has entered for an equal one stays.
  func ask(_ prompt: PolkitPrompt, _ messages: [PolkitMessage]) {
    checking = nil
    let isNew = prompt != question?.prompt
    update { now in
      if isNew {
        removeQuestion(at: now)
        for label in messageLabels { field.control.remove(label, at: now) }
        messageLabels = []
        let entry = field.control.add(PassphraseEntry(configuration(of: prompt), in: environment)) {
          [.entry($0)]
        }
        question = (prompt, entry)
      } else if question?.entry.control.isWaiting == true {
        question?.entry.control.askAgain(nil, at: now)
      }
      showMessages(messages, at: now)
    }
    if isNew, let stop = controls.focusStop(of: field) {
      content?.focusControls(stop, at: session.application.now)
    }
  }

  private func configuration(of prompt: PolkitPrompt) -> PassphraseEntry.Configuration {
    let name = DisplaySanitizer.elided(users[user].name, to: 32)
    let label = prompt.label.isEmpty ? session.text(.answer) : DisplaySanitizer.elided(prompt.label, to: 40)
    var configuration = PassphraseEntry.Configuration(
      label: prompt.isStandard ? session.text(.passwordOf(name)) : label)
    configuration.isSecret = prompt.isSecret
    configuration.allowsEmpty = !prompt.asksForPassword
    configuration.maximumByteCount = PolkitConversation.maximumAnswerLength
    return configuration
  }

  private func removeQuestion(at now: Instant) {
    guard let entry = question?.entry else { return }
    entry.control.wipe(at: now)
    field.control.remove(entry, at: now)
    question = nil
  }

  /// Removes the question, because the helper asks none.
  func wait(as user: Int, _ messages: [PolkitMessage]) {
    self.user = user
    checking = nil
    update { now in
      removeQuestion(at: now)
      showUsers(isExpanded: false, at: now)
      showMessages(messages, at: now)
    }
  }

  /// Passes the entered text to a closure and wipes it. The user cannot edit it until the helper answers.
  func takeText(_ body: (borrowing SecureText) -> Void) {
    guard let entry = question?.entry else { return }
    body(entry.control.text)
    update { now in
      entry.control.wipe(at: now)
      entry.control.showWaiting(nil, at: now)
      showMessages([], at: now)
    }
    let application = session.application
    checking = application.schedule(at: application.now + Self.checkingDelay) { [unowned self] _ in
      update { entry.control.showWaiting(session.text(.checking), at: $0) }
    }
  }

  /// Wipes the text, shakes the field, and shows how many attempts remain.
  func refuse(remainingAttempts: Int) {
    checking = nil
    update { now in
      question?.entry.control.wipe(at: now)
      question?.entry.control.showError(session.text(.remainingAttempts(remainingAttempts)), at: now)
    }
    window?.dropKeysUnderWay()
  }

  /// Shows the reason of a failure without a question.
  func showFailure(_ messages: [PolkitMessage]) {
    checking = nil
    let failure = PolkitMessage(text: session.text(.authenticationFailed), isError: true)
    update { now in
      removeQuestion(at: now)
      showMessages(messages + [failure], at: now)
    }
  }

  func show(_ messages: [PolkitMessage]) { update { showMessages(messages, at: $0) } }

  private func showMessages(_ messages: [PolkitMessage], at now: Instant) {
    var messages = messages
    if question == nil, messages.isEmpty {
      messages = [PolkitMessage(text: session.text(.waiting), isError: false)]
    }
    for label in messageLabels { field.control.remove(label, at: now) }
    messageLabels = messages.map { message in
      field.control.add(
        Label(
          untrusted: message.text, lineLimit: 4, style: \.caption,
          color: message.isError ? \.text : \.secondaryText, in: environment))
    }
  }
}

// Details, and the requests that wait.
extension PolkitDialog {
  /// Shows how many further requests wait.
  func showWaitingCount(_ count: Int) {
    guard count != waitingCount else { return }
    waitingCount = count
    update { showFooter(at: $0) }
  }

  private func toggleDetails() {
    showsDetails.toggle()
    update { showFooter(at: $0) }
  }

  private func showFooter(at now: Instant) {
    for label in footerLabels { footer.control.remove(label, at: now) }
    let processes = [(ProgramText.requestedBy, request.subjectID), (.performedBy, request.callerID)]
    let details =
      ["\(session.text(.action)): \(request.actionID)"]
      + processes.compactMap { text, id in id.map { "\(session.text(text)): \($0)" } }
    let texts = [
      showsDetails ? details.joined(separator: "\n") : nil,
      waitingCount > 0 ? session.text(.waitingRequests(waitingCount)) : nil,
    ]
    footerLabels = texts.compactMap(\.self).map {
      footer.control.add(
        Label(untrusted: $0, lineLimit: 12, style: \.caption, color: \.secondaryText, in: environment))
    }
  }

  /// Wipes the text and closes the window.
  func close() {
    (checking, calls) = (nil, [])
    update { removeQuestion(at: $0) }
    window?.close()
  }
}
