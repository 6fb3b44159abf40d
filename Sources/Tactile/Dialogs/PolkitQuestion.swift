import Controls
import DBus
import Glibc
import Motion
import PasswordForm
import Prompts
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// A request of polkit, from its arrival to its reply, and its dialog: the message, the choice of the user, the current
/// question of PAM with its messages, and details. The dialog is one window for all attempts.
final class PolkitQuestion: PromptDialog {
  /// The time after which the dialog opens if the helper asks nothing.
  private static let openingDelay = Duration.milliseconds(300)
  /// The time for which a failure is shown.
  private static let failureDuration = Duration.seconds(5)
  private static let maximumListHeight = 140.0

  let request: PolkitRequest
  private let call: BusCall
  private unowned let agent: PolkitAgent
  private var subjectEnd: EventRegistration?
  /// The programs that ask, as they were when the request arrived.
  let requester: Requester
  private var conversation = PolkitConversation()
  private var users: [UserAccount] = []
  private var helper: PolkitHelper?
  private var isOpen = false
  /// The times at which an unanswered request is dismissed, and the dialog opens or closes by itself.
  private var timers: (request: EventRegistration?, dialog: EventRegistration?, helper: EventRegistration?)

  /// The users of whom one can be chosen.
  private var accounts: Child<ScrollView<SegmentedControl>>?
  /// A question that does not fit into the label of the entry.
  private var question: Child<Label>?
  /// The texts below the entry, and their labels.
  private var labels: [(text: PolkitMessage, label: Child<Label>)] = []
  /// The user and the question that the controls show.
  private var shown: (user: Int, prompt: PolkitPrompt?)?
  /// The text about the last failure, until the next answer.
  private var refusal: String?
  /// The vendor and the description of the action. `nil` until polkit is asked, and empty until it replies.
  private var vendor: String?

  init(_ request: PolkitRequest, _ call: BusCall, of agent: PolkitAgent) {
    (self.request, self.call, self.agent) = (request, call, agent)
    requester = Requester(of: request.subjectID ?? request.callerID ?? 0, performer: request.callerID)
    super.init(ControlGroup(.column(spacing: 8), in: agent.session.environment), in: agent.session)
    // The one that performs the action may live longer than the program for which it is performed.
    subjectEnd = request.subjectID.flatMap { id in
      session.watchForEnd(ofProcess: id) { [unowned self] in dismiss() }
    }
  }

  /// Wipes the text and closes the window.
  override func close() {
    timers.dialog = nil
    update { removeEntry(at: $0) }
    super.close()
    agent.ended(self)
  }

  override func answered(_ answer: DialogAnswer) {
    switch answer {
    // Unless the helper has failed or asked something else before.
    case .accept where isAnswered:
      refusal = nil
      perform(conversation.answer())
    case .accept: break
    case .details:
      content?.showsDetails.toggle()
      updateTexts()
      // A call that fails dismisses all requests.
      if vendor == nil { askForVendor() }
    case .agree, .refuse, .cancel, .close:
      conversation.hasEnded ? close() : agent.dismiss(answer == .close ? nil : self)
    }
  }

  override func select(_ user: Int) {
    // The other user has not tried yet.
    refusal = nil
    // The user may pass other accounts. A helper that is stopped may count as a failed attempt of its user.
    perform(conversation.select(user: user), startingHelperAfter: .milliseconds(300))
  }
}

// The conversation.
extension PolkitQuestion {
  /// Looks up the users and starts the conversation, unless that was done.
  func open() {
    guard !isOpen else { return }
    isOpen = true
    timers.request = session.settings.timeout.map {
      session.schedule(after: $0) { [unowned self] in dismiss() }
    }
    let ids = request.userIDs
    session.application.perform(
      { ids.compactMap(UserAccount.init) }, then: { [weak self] users in self?.start(users) })
  }

  private func start(_ users: [UserAccount]) {
    guard !conversation.hasEnded else { return }
    guard !users.isEmpty else {
      let ids = request.userIDs.map(String.init).joined(separator: " ")
      StandardError.print(
        "cannot look up the users whose passwords polkit accepts; see the output of 'getent passwd \(ids)'")
      return perform(conversation.receive(.failure))
    }
    self.users = users
    timers.dialog = session.schedule(after: Self.openingDelay) { [unowned self] in openDialog() }
    perform(conversation.start())
  }

  /// Returns whether the user refuses the request together with another one: a program can send many.
  func isRefused(with other: PolkitQuestion) -> Bool {
    self === other || request.subjectID.map { $0 == other.request.subjectID } == true
  }

  /// Ends the request without an answer of the user, or for the user.
  func dismiss() {
    if conversation.hasEnded { close() } else { perform(conversation.cancel()) }
  }

  private func perform(_ steps: [PolkitConversation.Step], startingHelperAfter delay: Duration = .zero) {
    for step in steps {
      switch step {
      case .startHelper(let user):
        stopHelper()
        timers.helper = session.schedule(after: delay) { [unowned self] in startHelper(for: users[user]) }
      case .sendAnswer: sendAnswer()
      case .refuse: refuse()
      case .finish(let error): finish(error)
      }
    }
    guard window == nil else { return show() }
    if !conversation.hasEnded, conversation.prompt != nil || !conversation.messages.isEmpty { openDialog() }
  }

  private func startHelper(for user: UserAccount) {
    helper = PolkitHelper(
      at: agent.helperPaths, for: user.name, cookie: request.cookie, in: session.application
    ) { [unowned self] in perform(conversation.receive($0)) }
    if helper == nil { perform(conversation.receive(.failure)) }
  }

  func stopHelper() {
    timers.helper = nil
    if let helper = helper.take() { agent.stop(helper) }
  }

  /// Sends the entered text and wipes it. The user cannot edit it until the helper answers.
  private func sendAnswer() {
    guard let entry, let helper, helper.send(entry.control.text) else {
      return perform(conversation.receive(.failure))
    }
    update { entry.control.wipe(at: $0) }
  }

  /// Ends the helper, replies to polkit, and closes the dialog unless it shows a failure.
  private func finish(_ error: BusCallError?) {
    stopHelper()
    call.finish(error.map { .failure($0) } ?? .success([]))
    (timers, subjectEnd) = ((nil, nil, nil), nil)
    guard error == .polkitFailed, window != nil else { return close() }
    content?.showResult(closedBy: AccessKeyLabel(session.text(.close)), at: session.application.now)
    timers.dialog = session.schedule(after: Self.failureDuration) { [unowned self] in close() }
  }
}

// The dialog.
extension PolkitQuestion {
  private func openDialog() {
    timers.dialog = nil
    // It may contain the name of a program, which should not begin a line such as that about who asks.
    let words = request.message.split { $0.isWhitespace && !$0.isNewline }.joined(separator: " ")
    let message = words.reduce(into: "") { $0 += $1.isNewline ? DisplaySanitizer.sanitized($1) : String($1) }
    session.requester = requester
    session.onCommandRead = { [weak self] in self?.updateTexts() }
    show()
    do throws(WindowingError) {
      try open(
        title: session.text(.authentication),
        message: request.message.allSatisfy(\.isWhitespace) ? session.text(.polkitRequest) : message,
        buttons: buttons)
    } catch {
      StandardError.print(error.description)
      return dismiss()
    }
    // A key may be meant for the previous window.
    content?.delaysEnter = true
    update { now in
      content?.list = accounts.map { ($0, Self.maximumListHeight) }
      content?.revealSelection(at: now)
    }
    focusEntry()
  }

  /// Without a field, there is nothing to accept.
  private var buttons: [DialogButton] {
    [session.button(.details, .details), session.cancel] + (entry == nil ? [] : [session.ok])
  }

  private var environment: Environment { controls.environment }

  /// Shows the state of the conversation. The text that the user has entered for an equal question stays.
  private func show() {
    let conversation = conversation
    let isNew = conversation.user != shown?.user || conversation.prompt != shown?.prompt
    update { now in
      showAccounts(at: now)
      // The user may have chosen one that is out of sight, by an assistive program.
      if conversation.user != shown?.user { content?.revealSelection(at: now) }
      if isNew {
        removeEntry(at: now)
        if let prompt = conversation.prompt { ask(prompt, as: users[conversation.user], at: now) }
        shown = (conversation.user, conversation.prompt)
        if !conversation.hasEnded { content?.setButtons(buttons, at: now) }
      } else if conversation.isAsking, let entry, entry.control.isWaiting {
        entry.control.askAgain(nil, at: now)
      }
      showTexts(at: now)
    }
    guard isNew || conversation.hasEnded else { return }
    if let list = accounts.flatMap({ controls.focusStop(of: $0) }), list == controls.focusedStop {
      // The user may go on to another account. The new entry gets the state of the keyboard.
      content?.focusControls(list, at: session.application.now)
    } else {
      focusEntry()
      window?.dropKeysUnderWay()
    }
  }

  /// Shows the users of whom one can be chosen, until the conversation ends.
  private func showAccounts(at now: Instant) {
    guard users.count > 1, !conversation.hasEnded else {
      if let accounts = accounts.take() { controls.remove(accounts, at: now) }
      content?.list = nil
      return
    }
    guard accounts == nil else { return }
    var choice = SegmentedControl(
      users.map(title), selection: conversation.user, isList: true, in: environment)
    choice.name = session.text(.user)
    var list = ScrollView(choice, in: environment)
    list.maximumHeight = Self.maximumListHeight
    accounts = controls.insert(list, before: firstText) { action in
      switch action {
      case .selected(let user): [.select(user)]
      }
    }
  }

  private func title(of user: UserAccount) -> String {
    let name = DisplaySanitizer.elided(user.name, to: 32)
    if user.id == 0 { return session.text(.administrator(name)) }
    return user.fullName.isEmpty || user.fullName == user.name
      ? name : "\(DisplaySanitizer.elided(user.fullName, to: 32)) (\(name))"
  }

  private func ask(_ prompt: PolkitPrompt, as user: UserAccount, at now: Instant) {
    let name = DisplaySanitizer.elided(user.name, to: 32)
    let label = prompt.hasShortLabel ? DisplaySanitizer.elided(prompt.label, to: 40) : session.text(.answer)
    var configuration = PassphraseEntry.Configuration(
      label: prompt.isStandard ? session.text(.passwordOf(name)) : label)
    configuration.isSecret = prompt.isSecret
    configuration.allowsEmpty = !prompt.asksForPassword
    configuration.maximumByteCount = PolkitConversation.maximumAnswerLength
    if !prompt.hasShortLabel, !prompt.label.isEmpty {
      question = controls.insert(
        Label(untrusted: prompt.text, lineLimit: 12, in: environment), before: firstText)
    }
    entry = controls.insert(PassphraseEntry(configuration, in: environment), before: firstText) {
      [.entry($0)]
    }
    if let refusal { entry?.control.askAgain(refusal, at: now) }
  }

  private func removeEntry(at now: Instant) {
    if let question = question.take() { controls.remove(question, at: now) }
    guard let entry = entry.take() else { return }
    entry.control.wipe(at: now)
    controls.remove(entry, at: now)
  }

  /// Wipes the text, shakes the field, and shows how many attempts remain.
  private func refuse() {
    let failure = ([session.text(.wrongAnswer)] + remainingAttempts).joined(separator: " ")
    refusal = failure
    update { now in
      entry?.control.wipe(at: now)
      entry?.control.askAgain(failure, at: now)
    }
    focusEntry()
    window?.dropKeysUnderWay()
  }

  /// The number of attempts. What PAM says, such as that the account is locked, may contradict it.
  private var remainingAttempts: [String] {
    guard conversation.messages.isEmpty, let count = conversation.remainingAttemptCount else { return [] }
    return [session.text(.remainingAttempts(count))]
  }
}

// The texts below the entry.
extension PolkitQuestion {
  private func showTexts(at now: Instant) {
    content?.result = answers.map(\.text).joined(separator: "\n")
    var old = labels[...]
    // A label that stays is not announced again. A text that PAM repeats has another label.
    labels = texts.map { text in
      guard let index = old.firstIndex(where: { $0.text == text }) else {
        return (text, addLabel(of: text, before: old.first?.label))
      }
      for (_, label) in old[..<index] { controls.remove(label, at: now) }
      defer { old = old[(index + 1)...] }
      return old[index]
    }
    for (_, label) in old { controls.remove(label, at: now) }
  }

  /// The text before which the other controls are.
  private var firstText: Child<Label>? { labels.first?.label }

  /// Adds a label before another one or, without it, after all.
  private func addLabel(of text: PolkitMessage, before next: Child<Label>?) -> Child<Label> {
    var label = Label(
      untrusted: text.text, lineLimit: 12, style: \.caption,
      color: text.isError ? \.text : \.secondaryText, in: environment)
    label.icon = text.isError ? .unmet : nil
    // A screen reader reads the labels with which the dialog opens, but none that appears later.
    label.announcement = AccessibleAnnouncement(text.text, isUrgent: text.isError)
    label.announcement?.isTemporary = !text.isError
    return controls.insert(label, before: next)
  }

  func updateTexts() { if window != nil { update { showTexts(at: $0) } } }

  /// The messages of PAM, of the attempt that failed or of the next one, and the result.
  private var answers: [PolkitMessage] {
    let failure = PolkitMessage(text: session.text(.authenticationFailed), isError: true)
    return conversation.messages + (conversation.hasEnded ? [failure] : [])
  }

  /// The answers, the state of the conversation, the number of requests that wait, and the details.
  private var texts: [PolkitMessage] {
    // The field shows the number of attempts for the user of the last one, and nothing while an answer is checked.
    let showsAttempts = refusal == nil && !conversation.hasEnded && !isAnswered
    var notes = showsAttempts ? remainingAttempts : []
    if entry == nil, answers.isEmpty { notes.append(session.text(.waiting)) }
    let waiting = agent.waiting
    if waiting.count > 0 {
      let refused = conversation.hasEnded ? nil : waiting.refused
      notes.append(session.text(.waitingRequests(waiting.count, refused: refused)))
    }
    if content?.showsDetails == true {
      notes += ["\(session.text(.action)): \(request.actionID)", vendor ?? "", session.text(.detailsNotice)]
      notes += session.details
    }
    return answers + notes.filter { !$0.isEmpty }.map { PolkitMessage(text: $0, isError: false) }
  }

  /// Adds the vendor and the description of the action to the details when polkit replies.
  private func askForVendor() {
    vendor = ""
    agent.authority?.describe(request.actionID) { [weak self] description, vendor in
      guard let self else { return }
      self.vendor = "\(session.text(.vendor)): \(vendor) — \(description)"
      updateTexts()
    }
  }
}
