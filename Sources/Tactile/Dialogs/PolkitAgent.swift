import DBus
import Glibc
import Motion
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
  /// The time after which an unanswered request is dismissed.
  let timeout: Duration?
  private(set) var authority: PolkitAuthority?
  /// The requests in the order of their arrival. The first one is shown, except during a pause.
  private var questions: [PolkitQuestion] = []
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
      // It may have ended while the display was opened, and its number may be used again.
      guard processEnd != nil, ProcessInformation(of: process.id)?.startTime == process.startTime else {
        return end()
      }
    }
    session.onConnectionLoss = { [unowned self] in questions.first?.stopHelper() }
    authority = PolkitAuthority(at: address, for: process, in: session.application, agent: self)
    authority?.connect()
  }

  /// Dismisses all requests, and ends the event loop.
  func end() {
    dismissAll()
    session.finish(ExitStatus.success)
  }

  /// Ends the agent, which can serve no request.
  func fail(_ reason: String) {
    StandardError.print(reason)
    session.finish(ExitStatus.failure)
  }

  /// Handles a call of `BeginAuthentication`, whose answer is the end of the dialog.
  func begin(_ call: BusCall) {
    do throws(BusCallError) {
      let request = try PolkitRequest(call.arguments, for: getuid())
      guard questions.count <= Self.maximumWaitingCount else {
        throw PolkitError.failed("Too many requests are waiting.")
      }
      questions.append(PolkitQuestion(request, call, of: self))
    } catch {
      return call.finish(.failure(error))
    }
    update()
  }

  /// Ends the request with a cookie.
  func cancel(_ cookie: String) { questions.first { $0.cookie == cookie }?.dismiss() }

  /// Dismisses all requests, the shown one last, so that no other one is shown.
  func dismissAll() { for question in questions.reversed() { question.dismiss() } }

  /// Continues after a question has ended.
  func ended(_ question: PolkitQuestion) {
    let application = session.application
    if pause == nil, question === questions.first {
      pause = application.schedule(at: application.now + Self.pauseBetweenDialogs) { [unowned self] _ in
        pause = nil
        update()
      }
    }
    questions.removeAll { $0 === question }
    update()
  }

  private func update() {
    guard pause == nil, let first = questions.first else { return }
    first.open()
    first.showWaitingCount(questions.count - 1)
  }
}
