import DBus
import Glibc
import Motion
import PasswordForm
import Prompts
import System
import Toolkit
import Windowing

/// The authentication agent of polkit: shows the requests one after the other.
final class PolkitAgent: PolkitAuthority.Delegate {
  /// The maximum number of requests that wait. Further ones fail.
  private static let maximumWaitingCount = 32
  /// The pause before the next dialog, so that a password is not typed into it that is meant for the last one.
  private static let pauseBetweenDialogs = Duration.milliseconds(500)

  fileprivate let session: DialogSession
  /// The places of polkit's helper.
  fileprivate let helperPaths: [String]
  /// The time after which an unanswered request is dismissed.
  fileprivate let timeout: Duration?
  private var authority: PolkitAuthority?
  private var waiting: [PolkitQuestion] = []
  private var current: PolkitQuestion?
  private var pause: EventRegistration?
  private var processEnd: (process: ProcessEnd, registration: EventRegistration)?

  init(helperPaths: [String], timeout: Duration?, in session: DialogSession) {
    (self.helperPaths, self.timeout, self.session) = (helperPaths, timeout, session)
  }

  /// Registers for a process, or for the session if it is `nil`.
  func start(at address: BusAddress, for process: ProcessInformation?) {
    guard helperPaths.contains(where: { access($0, F_OK) == 0 }) else {
      return fail("polkit-agent-helper-1 is not installed")
    }
    if let process {
      processEnd = session.watchForEnd(ofProcess: process.id) { [unowned self] in end() }
    }
    let authority = PolkitAuthority(at: address, for: process, in: session.application, delegate: self)
    self.authority = authority
    authority.connect()
  }

  /// Dismisses all requests, and ends the event loop.
  func end() {
    let requests = waiting
    waiting = []
    for request in requests { request.dismiss() }
    current?.dismiss()
    session.finish(ExitStatus.success)
  }

  func fail(_ reason: String) {
    StandardError.print(reason)
    session.finish(ExitStatus.failure)
  }

  func begin(_ call: BusCall) {
    do throws(BusCallError) {
      let request = try PolkitRequest(call.arguments)
      guard waiting.count < Self.maximumWaitingCount else {
        throw PolkitError.failed("Too many requests are waiting.")
      }
      waiting.append(PolkitQuestion(request, call, of: self))
    } catch {
      return call.finish(.failure(error))
    }
    showNext()
  }

  func cancel(_ cookie: String) {
    if let index = waiting.firstIndex(where: { $0.cookie == cookie }) {
      waiting.remove(at: index).dismiss()
      current?.showWaitingCount(waiting.count)
    } else if current?.cookie == cookie {
      current?.dismiss()
    }
  }

  func authorityEnded() {
    waiting = []
    current?.dismiss()
  }

  /// Continues after a question has ended.
  fileprivate func ended(_ question: PolkitQuestion) {
    guard question === current else { return }
    current = nil
    let application = session.application
    pause = application.schedule(at: application.now + Self.pauseBetweenDialogs) { [unowned self] _ in
      pause = nil
      showNext()
    }
  }

  private func showNext() {
    if current == nil, pause == nil, !waiting.isEmpty {
      current = waiting.removeFirst()
      current?.open()
    }
    current?.showWaitingCount(waiting.count)
  }
}

/// A request of polkit, from its arrival to its reply.
private final class PolkitQuestion {
  /// The time after which the dialog opens if the helper asks nothing.
  private static let openingDelay = Duration.milliseconds(300)
  /// The time for which the reason of a failure is shown.
  private static let failureDuration = Duration.seconds(5)

  private let request: PolkitRequest
  private let call: BusCall
  private unowned let agent: PolkitAgent
  private var conversation = PolkitConversation(user: 0)
  private var users: [UserAccount] = []
  private var helper: PolkitHelper?
  private var dialog: PolkitDialog?
  private var waitingCount = 0
  /// The time at which the dialog opens or closes by itself.
  private var timer: EventRegistration?
  private var subjectEnd: (process: ProcessEnd, registration: EventRegistration)?

  init(_ request: PolkitRequest, _ call: BusCall, of agent: PolkitAgent) {
    (self.request, self.call, self.agent) = (request, call, agent)
  }

  var cookie: String { request.cookie }

  private var application: Application { agent.session.application }

  /// Looks up the users and starts the conversation.
  func open() {
    // The one that performs the action may live longer than the program for which it is performed.
    subjectEnd = request.subjectID.flatMap { id in
      agent.session.watchForEnd(ofProcess: id) { [unowned self] in dismiss() }
    }
    agent.session.setTimeout(agent.timeout) { [unowned self] in dismiss() }
    let ids = request.userIDs
    application.perform(
      { ids.compactMap(UserAccount.init) }, then: { [weak self] users in self?.start(users) })
  }

  private func start(_ users: [UserAccount]) {
    guard !conversation.hasEnded else { return }
    guard !users.isEmpty else { return perform(conversation.receive(.failure)) }
    self.users = users
    conversation = PolkitConversation(user: users.firstIndex { $0.id == getuid() } ?? 0)
    timer = application.schedule(at: application.now + Self.openingDelay) { [unowned self] _ in openDialog() }
    perform(conversation.start())
  }

  /// Ends the request without an answer of the user, or for the user.
  func dismiss() {
    if conversation.hasEnded { close() } else { perform(conversation.cancel()) }
  }

  func showWaitingCount(_ count: Int) {
    waitingCount = count
    dialog?.showWaitingCount(count)
  }

  private func receive(_ line: PolkitHelperLine) {
    perform(conversation.receive(line))
    guard case .message = line, !conversation.hasEnded else { return }
    if dialog == nil { openDialog() } else { dialog?.show(conversation.messages) }
  }

  private func perform(_ steps: [PolkitConversation.Step]) {
    for step in steps {
      switch step {
      case .startHelper(let user): startHelper(for: users[user])
      case .stopHelper:
        helper?.stop()
        helper = nil
      case .ask(let prompt):
        openDialog()
        dialog?.ask(prompt, conversation.messages)
      case .sendAnswer:
        var isSent = false
        dialog?.takeText { isSent = helper?.send($0) == true }
        if !isSent { perform(conversation.receive(.failure)) }
      case .refuse(let remaining): dialog?.refuse(remainingAttempts: remaining)
      case .wait: dialog?.wait(as: conversation.user, conversation.messages)
      case .finish(let outcome): finish(outcome)
      }
    }
  }

  private func startHelper(for user: UserAccount) {
    do throws(FileError) {
      helper = try PolkitHelper(
        at: agent.helperPaths, for: user.name, cookie: request.cookie, in: application
      ) { [unowned self] in receive($0) }
    } catch {
      StandardError.print("cannot start polkit's helper \(error.path): \(error.reason)")
      perform(conversation.receive(.failure))
    }
  }

  private func openDialog() {
    timer = nil
    guard dialog == nil, !conversation.hasEnded else { return }
    do throws(WindowingError) {
      dialog = try PolkitDialog(request, users: users, user: conversation.user, in: agent.session) {
        [unowned self] in handle($0)
      }
      dialog?.show(conversation.messages)
      dialog?.showWaitingCount(waitingCount)
    } catch {
      StandardError.print(error.description)
      dismiss()
    }
  }

  private func handle(_ action: PolkitDialog.UserAction) {
    switch action {
    case .answer(.accept) where !conversation.hasEnded: perform(conversation.answer())
    case .answer: dismiss()
    case .select(let user): perform(conversation.select(user: user))
    }
  }

  /// Replies to polkit, and closes the dialog unless it shows the reason of a failure.
  private func finish(_ outcome: PolkitConversation.Outcome) {
    switch outcome {
    case .succeeded: call.finish(.success([]))
    case .failed: call.finish(.failure(PolkitError.failed("The authentication has failed.")))
    case .cancelled: call.finish(.failure(PolkitError.cancelled))
    }
    (timer, subjectEnd) = (nil, nil)
    agent.session.setTimeout(nil) {}
    guard outcome == .failed, !conversation.messages.isEmpty, let dialog else { return close() }
    dialog.showFailure(conversation.messages)
    timer = application.schedule(at: application.now + Self.failureDuration) { [unowned self] _ in close() }
  }

  private func close() {
    timer = nil
    dialog?.close()
    dialog = nil
    agent.ended(self)
  }
}
