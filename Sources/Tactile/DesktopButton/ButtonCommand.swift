import ArgumentParser
import Controls
import System
import Toolkit
import Windowing

/// `tactile button`: shows a floating button above all windows.
struct ButtonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "button",
    abstract: "Shows a floating button above all windows, with a panel of actions.",
    discussion: """
      A tap opens the panel. A drag moves the button, which snaps to an edge of
      the monitor. A right click opens a menu. The actions are configured in
      $XDG_CONFIG_HOME/tactile/button.toml; changes have effect when the file is
      saved.

      Only one button runs on a screen. With the options below, the command
      controls the running one.

      Files:
        ~/.config/tactile/button.toml  The configuration (in XDG_CONFIG_HOME if
                            set).
        ~/.local/state/tactile/desktop-button  The positions of the button (in
                            XDG_STATE_HOME if set).
        /usr/share/doc/tactile/DesktopButton.md  The format of the configuration,
                            with examples. That of ./run.sh install is in
                            ~/.local/share/doc/tactile.

      Exit status:
        0  Success.
        1  No button is running, or the configuration exists or cannot be written.
        2  A usage error: an invalid option.
      \(ExitStatus.windowHelp)

      Examples:
        Start the button with the session:
          tactile button &
        Write a configuration to edit:
          tactile button --write-config
        Hide the button during a recording:
          tactile button --hide; ffmpeg ...; tactile button --show
      """)

  /// A request to the running button, or to write a configuration instead of starting one.
  enum Request: String, EnumerableFlag {
    case writeConfig = "write-config"
    case show, hide, toggle, panel, quit

    static func help(for request: Request) -> ArgumentHelp? {
      switch request {
      case .writeConfig: "Write a configuration file with the default actions, unless there is one."
      case .show: "Show the running button, or start it."
      case .hide: "Hide the running button."
      case .toggle: "Hide the running button if it is shown, otherwise show it."
      case .panel: "Open the panel of the running button for the keyboard, or close it."
      case .quit: "End the running button."
      }
    }
  }

  @Flag(exclusivity: .exclusive)
  var request: Request?

  @Option(
    help: ArgumentHelp("Move the running button to an edge or a corner of its monitor.", valueName: "EDGE"))
  var move: ButtonEdge?

  @Option(help: ArgumentHelp("Color scheme. 'system' follows the desktop setting.", valueName: "SCHEME"))
  var theme: ThemeOption = .system

  @Option(parsing: .unconditional, help: ScaleOption.help, transform: ScaleOption.parse)
  var scale: Double?

  /// The message to the running button.
  private var message: String? { move.map { "move \($0.rawValue)" } ?? request?.rawValue }

  func validate() throws {
    if let request, move != nil {
      throw ValidationError("Use only one of --move and --\(request.rawValue).")
    }
  }

  func run() throws {
    if request == .writeConfig { throw ExitCode(writeConfiguration()) }
    throw ExitCode(try start())
  }

  private func start() throws(WindowingError) -> Int32 {
    // Without an application, which would load fonts.
    if try send(message ?? "show") {
      if message == nil, theme != .system || scale != nil {
        StandardError.print(
          "a button is running; end it with 'tactile button --quit' to change --theme or --scale")
      }
      return ExitStatus.success
    }
    guard message == nil || request == .show else {
      StandardError.print("no button is running on this screen; start it with 'tactile button'")
      return ExitStatus.failure
    }
    let program = try ProgramStart(scale: scale, loading: [])
    let application = program.application
    var session: ButtonSession?
    let isFirst = application.becomeInstance(named: ButtonSession.instanceName) { [unowned application] in
      StandardError.print("another program has taken the name of the button; start it again if you need it")
      application.quit()
    } _: {
      session?.handle($0)
    }
    // Another one may have been started at the same time.
    guard isFirst else { return try send("show") ? ExitStatus.success : ExitStatus.failure }
    if environmentVariable("WAYLAND_DISPLAY") != nil {
      StandardError.print(
        "on Wayland, the button may be below other windows, and reaches X11 programs only; log in to an X11 "
          + "session to use it with all programs")
    }
    let preferences = AppearancePreferences(colorScheme: theme.colorScheme)
    session = try ButtonSession(program, preferences)
    application.run()
    return ExitStatus.success
  }

  /// Sends a message to the running button. Returns whether there is one.
  private func send(_ message: String) throws(WindowingError) -> Bool {
    let timeout = ConnectionTimeout()
    defer { timeout.end() }
    return try Application.send(
      message, toInstanceNamed: ButtonSession.instanceName, onConnectionLoss: ExitStatus.exitAfterLoss)
  }

  private func writeConfiguration() -> Int32 {
    guard let configuration = ButtonConfigurationFile() else {
      StandardError.print(
        "cannot write the configuration: XDG_CONFIG_HOME and HOME are not absolute paths; set one of them")
      return ExitStatus.failure
    }
    let file = configuration.file
    do throws(FileError) {
      guard try configuration.writeDefault() else {
        StandardError.print("'\(file.path)' already exists; edit it, or remove it first")
        return ExitStatus.failure
      }
    } catch {
      StandardError.print("cannot write '\(file.path)': \(error.reason)")
      return ExitStatus.failure
    }
    StandardOutput.print(file.path)
    // A running button has not observed a directory that did not exist.
    _ = try? send("reload")
    return ExitStatus.success
  }
}

extension ButtonEdge: ExpressibleByArgument {}
