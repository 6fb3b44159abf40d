import DBus
import Glibc
import Prompts
import System
import Windowing

/// The authentication agent of polkit: shows the requests one after the other.
final class PolkitAgent {
  /// The maximum number of requests that wait. Further ones fail.
  private static let maximumWaitingCount = 32
  /// The pause before the next dialog, so that a password is not typed into it that is meant for the last one.
  private static let pauseBetweenDialogs = Duration.milliseconds(500)

  let session: DialogSession
  /// The paths of polkit's helper.
  let helperPaths: [String]
  /// The time in which logind and polkit must reply: by default the limit of libdbus.
  let replyTimeout: Duration
  private(set) var authority: PolkitAuthority?
  /// The requests in the order of their arrival. The first one is shown, except during a pause.
  private var questions: [PolkitQuestion] = []
  private var pause: EventRegistration?
  /// The helpers that were stopped, while they have not ended.
  private var endingHelpers: [() -> PolkitHelper?] = []
  private var processEnd: EventRegistration?

  init(helperPaths: [String], replyTimeout: Duration = .seconds(25), in session: DialogSession) {
    (self.helperPaths, self.replyTimeout, self.session) = (helperPaths, replyTimeout, session)
  }

  /// Registers for a process, or for the session if it is `nil`.
  func start(at address: BusAddress, for process: (information: ProcessInformation, end: ProcessEnd)?) {
    guard helperPaths.contains(where: { PolkitHelper.kind(of: $0) != nil }) else {
      return fail("polkit-agent-helper-1 is not installed, or you may not start it")
    }
    processEnd = process.map { process in session.watchForEnd(of: process.end) { [unowned self] in end() } }
    session.onConnectionLoss = { [unowned self] in
      questions.first?.stopHelper()
      waitForHelpers()
    }
    authority = PolkitAuthority(at: address, for: process?.information, agent: self)
    authority?.connect()
  }

  /// Dismisses all requests, and ends the event loop.
  func end() {
    dismiss()
    session.finish(ExitStatus.success)
  }

  /// Ends the agent, which can serve no request.
  func fail(_ reason: String, _ status: Int32 = ExitStatus.failure) {
    StandardError.print(reason)
    session.finish(status)
  }

  /// Ends a helper without a further line.
  func stop(_ helper: PolkitHelper) {
    helper.stop()
    endingHelpers = endingHelpers.filter { $0() != nil } + [{ [weak helper] in helper }]
  }

  /// Waits until the helpers have ended, which this program would not kill later.
  func waitForHelpers() { for helper in endingHelpers { helper()?.waitForEnd() } }

  /// Handles a call of `BeginAuthentication`, whose answer is the end of the dialog.
  func begin(_ call: BusCall) {
    do throws(BusCallError) {
      let request = try PolkitRequest(call.arguments, for: getuid())
      guard questions.count <= Self.maximumWaitingCount else { throw BusCallError.polkitFailed }
      let question = PolkitQuestion(request, call, of: self)
      // The program may have ended while polkit evaluated its rules.
      if question.requester.identity == .ended { throw BusCallError.polkitCancelled }
      questions.append(question)
    } catch {
      return call.finish(.failure(error))
    }
    update()
  }

  /// Handles a call of `CancelAuthentication`, which ends the request with a cookie.
  func cancel(_ call: BusCall) {
    questions.first { [.string($0.request.cookie)] == call.arguments }?.dismiss()
    call.finish(.success([]))
  }

  /// Dismisses all requests, or a request and those that wait for the same process, of which a program can send many. The shown
  /// one is the last, so that no other one is shown.
  func dismiss(_ refused: PolkitQuestion? = nil) {
    for question in questions.reversed() where refused.map({ question.isRefused(with: $0) }) ?? true {
      question.dismiss()
    }
  }

  /// Continues after a question has ended.
  func ended(_ question: PolkitQuestion) {
    if pause == nil, question === questions.first {
      pause = session.schedule(after: Self.pauseBetweenDialogs) { [unowned self] in
        pause = nil
        update()
      }
    }
    questions.removeAll { $0 === question }
    update()
  }

  /// The numbers of requests that wait, and of those of them that the user refuses together with the shown one.
  var waiting: (count: Int, refused: Int) {
    let rest = questions.dropFirst()
    return (rest.count, rest.count { $0.isRefused(with: questions[0]) })
  }

  private func update() {
    guard pause == nil, let first = questions.first else { return }
    first.open()
    first.updateTexts()
  }
}
