import ArgumentParser
import DBus
import Glibc
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
        1  polkit refuses the agent, or its helper is not installed.
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
  var process: (information: ProcessInformation, end: ProcessEnd)?

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
  private static func parseProcess(_ text: String) throws -> (ProcessInformation, ProcessEnd) {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = Int32(parts[0]), id > 0, parts.count == 1 || UInt64(parts[1]) != nil else {
      throw ValidationError("use the id of a process, and optionally its start time after a comma")
    }
    guard let end = ProcessEnd(of: id), let process = ProcessInformation(of: id),
      parts.count == 1 || UInt64(parts[1]) == process.startTime, process.realUser == getuid()
    else { throw ValidationError("you have no such process, or its files in /proc cannot be read") }
    return (process, end)
  }
}
