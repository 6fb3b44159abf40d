import ArgumentParser
import CProcess
import Glibc
import Prompts
import System
import Windowing

/// `tactile pinentry`: asks for the passphrases of gpg-agent and other clients of GnuPG's pinentry.
struct PinentryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pinentry",
    abstract: "Asks for passphrases of GnuPG by the protocol of pinentry.",
    usage: "tactile pinentry [<pinentry options>]",
    discussion: """
      gpg-agent starts the link pinentry-tactile and sends requests to its
      standard input. The options are those of GnuPG's programs, also in their
      short forms: --display, --timeout (60 seconds by default),
      --no-global-grab and --parent-wid. Unknown options are ignored.

      Another program asks on the terminal without a display, for a program that
      was started by ssh without one, and if PINENTRY_USER_DATA contains
      USE_TTY=1 or USE_CURSES=1. It gets all options. Only it uses --ttyname,
      --ttytype, --lc-ctype, --lc-messages, --colors, --ttyalert and --debug.

      While a screen reader listens, the dialog never grabs the keyboard.

      Environment:
        TACTILE_PINENTRY_FALLBACK  The program that asks on the terminal.
                                   Default: pinentry-curses, or pinentry-tty.

      Exit status:
        0  The conversation has ended.
        1  A reply cannot be written.
        3  No display, and no other program.
        4  The connection to the X server was lost.

      Examples:
        Select it in ~/.gnupg/gpg-agent.conf, by the complete path of the link
        (that of ./run.sh install is /home/NAME/.local/bin/pinentry-tactile):
          pinentry-program /usr/bin/pinentry-tactile
        Reload this file:
          gpgconf --reload gpg-agent
        Ask for a passphrase without gpg-agent:
          printf 'SETDESC Unlock the safe\\nGETPIN\\n' | tactile pinentry
      """)

  @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

  func run() throws { throw ExitCode(try Self.run(arguments)) }

  /// Serves the client on standard input and output, and returns the exit status.
  ///
  /// - Parameter arguments: The options of GnuPG's pinentry.
  static func run(_ arguments: [String]) throws(WindowingError) -> Int32 {
    let options = PinentryArguments(arguments)
    if options.showsVersion {
      StandardOutput.print("pinentry-tactile (pinentry) \(version)")
      return ExitStatus.success
    }
    if options.showsHelp {
      StandardOutput.print(TactileCommand.helpMessage(for: Self.self))
      return ExitStatus.success
    }
    for unknown in options.unknown { StandardError.print("ignoring the unknown option '\(unknown)'") }
    if PinentryFallback.isRequested {
      PinentryFallback(arguments).start()
      StandardError.print("no pinentry for the terminal can be started; asking in a window")
    }
    var settings = DialogSettings()
    settings.display = options.display
    // The terminal in the environment is that of the agent, not of its client.
    settings.parent = nil
    let fallback = PinentryFallback(arguments)
    ConnectionTimeout.replaceProcess = fallback.start
    do throws(WindowingError) {
      return try PinentryServer(options, arguments, in: DialogSession(settings)).run()
    } catch {
      if case .cannotConnect = error { fallback.start() }
      throw error
    }
  }
}

/// The options of GnuPG's pinentry. Unknown ones are ignored, because clients of other versions may send them.
struct PinentryArguments: Equatable {
  var display: String?
  /// The seconds after which a dialog is closed. 0 means never.
  var timeout = 60
  var grabsKeyboard = true
  var parentWindow: UInt?
  var showsVersion = false
  var showsHelp = false
  var unknown: [String] = []

  /// The options with a value, by their letters.
  private static let valueNames = [
    "D": "display", "T": "ttyname", "N": "ttytype", "C": "lc-ctype", "M": "lc-messages", "o": "timeout",
    "W": "parent-wid", "c": "colors", "a": "ttyalert",
  ]
  private static let flagNames = ["g": "no-global-grab", "d": "debug", "h": "help"]

  /// Parses `--name VALUE`, `--name=VALUE`, `-n VALUE` and `-nVALUE`.
  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      var (name, value) = Self.split(argument)
      if Self.valueNames.values.contains(name), value == nil { value = rest.popFirst() }
      switch name {
      case "display": display = value ?? ""
      case "timeout": timeout = value.flatMap { Int($0) }.map { max(0, $0) } ?? timeout
      case "parent-wid": parentWindow = value.flatMap { UInt(windowID: $0) }
      case "no-global-grab": grabsKeyboard = false
      case "version": showsVersion = true
      case "help": showsHelp = true
      case "ttyname", "ttytype", "lc-ctype", "lc-messages", "colors", "ttyalert", "debug": break
      default: unknown.append(argument)
      }
    }
  }

  /// Splits an argument into the long name of the option and its value, if the argument has one.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    if argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }
    guard argument.hasPrefix("-"), let letter = argument.dropFirst().first else { return ("", nil) }
    let value = argument.dropFirst(2)
    let name = valueNames[String(letter)] ?? flagNames[String(letter)] ?? ""
    return (name, value.isEmpty ? nil : String(value))
  }
}

/// The program that asks on the terminal if there is no display, or if the user does not see it.
struct PinentryFallback {
  /// The words of each command, which are never freed.
  private let commands: [[UnsafeMutablePointer<CChar>?]]

  init(_ arguments: [String]) {
    commands = Self.programs.map { ([$0] + arguments).map { strdup($0) } + [nil] }
  }

  /// Replaces this process by the first program that can be started. Returns if there is none.
  ///
  /// A signal handler may call it: it allocates no memory.
  func start() {
    // The connection to the display has blocked the signals that end this process.
    var (none, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    for words in commands { if let program = words[0] { execvp(program, words) } }
  }

  /// Whether the user wants a program on the terminal for all questions (`PINENTRY_USER_DATA`).
  static var isRequested: Bool {
    let words = environmentVariable("PINENTRY_USER_DATA")?.split { $0 == " " || $0 == "," || $0 == ":" } ?? []
    return words.contains("USE_TTY=1") || words.contains("USE_CURSES=1")
  }

  /// Whether a process was started by ssh without a display: its user may be far from the display of gpg-agent.
  ///
  /// Waits at most 1 s for a process that hinders the reader.
  static func isNeeded(for process: Int32) -> Bool {
    guard let process = ProcessInformation(of: process) else { return false }
    let job = Job { process.withWords(ofEnvironment: true).words }
    job.wait(atMost: .seconds(1))
    let variables = job.result ?? []
    func has(_ name: String) -> Bool { variables.contains { $0.hasPrefix(name) && $0.count > name.count } }
    return has("SSH_TTY=") && !has("DISPLAY=")
  }

  /// The program in the environment, or else those of GnuPG. Removes the variable, because a program that is a link to
  /// this one must not start itself again.
  private static let programs: [String] = {
    let variable = "TACTILE_PINENTRY_FALLBACK"
    defer { unsetenv(variable) }
    let chosen = environmentVariable(variable) ?? ""
    return chosen.isEmpty ? ["pinentry-curses", "pinentry-tty"] : [chosen]
  }()
}
