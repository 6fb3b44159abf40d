import ArgumentParser
import DBus
import Glibc
import Prompts
import System
import Windowing

/// `tactile polkit-agent`: asks for the passwords with which polkit authenticates the user.
struct PolkitAgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "polkit-agent",
    abstract: "Asks for passwords for programs that need the permissions of an administrator.",
    discussion: """
      Registers with polkit as the authentication agent of the login session,
      and shows the requests of polkit one after the other until it is ended.
      A session has one agent: GNOME, KDE, Cinnamon, MATE, LXQt and Budgie have
      their own. The helper of polkit verifies the answers by PAM. An answer
      has at most 510 bytes. Three failed attempts end the request, also of
      several users. The dialog shows a failure for five seconds.

      Files:
        /run/polkit/agent-helper.socket  The helper of polkit 127 and later.
        /usr/lib/polkit-1/polkit-agent-helper-1  The usual helper. It is setuid, so
                            a unit of the agent must not set NoNewPrivileges=.

      Environment:
        DBUS_SYSTEM_BUS_ADDRESS  Address of the system bus.

      Exit status:
        0  The agent was ended by a signal, or the process of --process ended.
        1  polkit refuses the agent, its helper is not installed, or the process
           to serve cannot be read.
        2  A usage error: an invalid option, no such process, or no such helper.
      \(ExitStatus.windowHelp)
        6  There is no login session.
        7  There is no system bus, or no polkit that answers.
        8  Another agent is registered.

      Examples:
        Start the agent with the desktop, by a link to its installed entry (that
        of ./run.sh install is in ~/.local/share/applications):
          mkdir -p ~/.config/autostart && cd ~/.config/autostart
          ln -s /usr/share/applications/tactile-polkit-agent.desktop .
        Desktops that systemd starts need the installed unit instead:
          systemctl --user enable --now tactile-polkit-agent
        Serve pkexec that one shell starts directly, not in a script, a subshell
        or a pipeline:
          tactile polkit-agent --process $$ & sleep 1; pkexec id
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Serve the requests for which polkit names this process, such as those of pkexec that it starts directly, not those of the "
        + "login session. After a comma, its start time, in case the number is used again.",
      valueName: "PID[,START]"),
    transform: Self.parseProcess)
  var process: (id: Int32, start: UInt64?)?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Socket or program of polkit's helper, instead of those of polkit.", valueName: "PATH"),
    completion: .file())
  var helper: String?

  @OptionGroup var prompt: PromptOptions

  func run() throws {
    // A name without a slash would be searched in PATH.
    let helper = helper.map { $0.contains("/") ? $0 : "./\($0)" }
    if let helper, PolkitHelper.kind(of: helper) == nil {
      throw ValidationError("'\(helper)' is neither a socket nor a program that you may start; see --helper")
    }
    let process = try process.map(Self.information)
    let variable = environmentVariable("DBUS_SYSTEM_BUS_ADDRESS")
    guard let address = BusAddress(systemVariable: variable) else {
      StandardError.print("cannot connect to the system bus \(variable ?? "")")
      throw ExitCode(ExitStatus.noBus)
    }
    var settings = prompt.settings
    // The window that has started the agent has nothing to do with the requests.
    settings.parent = nil
    let session = try DialogSession(settings, isAgent: true)
    let agent = PolkitAgent(helperPaths: helper.map { [$0] } ?? PolkitHelper.standardPaths, in: session)
    // The closure keeps the agent as long as the event loop runs.
    session.application.onTermination = { agent.end() }
    agent.start(at: address, for: process)
    defer { agent.waitForHelpers() }
    throw ExitCode(session.run())
  }

  /// Reads the id of a process and, after a comma, its start time.
  private static func parseProcess(_ text: String) throws -> (id: Int32, start: UInt64?) {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = Int32(parts[0]), id > 0, parts.count == 1 || UInt64(parts[1]) != nil else {
      throw ValidationError("use the id of a process, and optionally its start time after a comma")
    }
    return (id, parts.count == 1 ? nil : UInt64(parts[1]))
  }

  /// Reads what the system knows of a process of this user.
  private static func information(of id: Int32, startedAt start: UInt64?) throws -> ProcessInformation {
    let refusal = ValidationError("you have no such process \(id); see --process")
    // The first process never ends, and cannot be observed.
    guard id > 1 else { throw refusal }
    guard let process = ProcessInformation(of: id) else {
      if ProcessEnd.hasOccurred(of: id) { throw ValidationError("there is no process \(id); see --process") }
      StandardError.print("cannot read the files of the process \(id) in /proc")
      throw ExitCode(ExitStatus.failure)
    }
    guard process.realUser == getuid(), start ?? process.startTime == process.startTime else { throw refusal }
    return process
  }
}

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
  func start(at address: BusAddress, for process: ProcessInformation?) {
    guard helperPaths.contains(where: { PolkitHelper.kind(of: $0) != nil }) else {
      return fail("polkit-agent-helper-1 is not installed, or you may not start it")
    }
    if let process {
      processEnd = session.watchForEnd(ofProcess: process.id) { [unowned self] in end() }
      // It may have ended since the option was read, and its number may be that of another one, which polkit notices, too.
      let current = ProcessInformation(of: process.id)
      guard current?.startTime ?? process.startTime == process.startTime else { return end() }
      guard processEnd != nil else {
        return ProcessEnd.hasOccurred(of: process.id)
          ? end() : fail("cannot observe the end of the process \(process.id)")
      }
    }
    session.onConnectionLoss = { [unowned self] in
      questions.first?.stopHelper()
      waitForHelpers()
    }
    authority = PolkitAuthority(at: address, for: process, agent: self)
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

  /// Dismisses a request and those that wait for the same process, or all requests. The shown one is dismissed last, so that
  /// no other one opens.
  ///
  /// - Parameter refused: `nil` for all.
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
