import Glibc

/// A separate input method (`ibus-daemon`, from the package ibus), which processes the keys of all
/// programs that use `ibus`. It is terminated when this value is destroyed.
///
/// Without an engine it returns every key unchanged.
public struct InputMethodProcess: ~Copyable {
  /// The value of `XMODIFIERS` by which programs find it.
  public static let modifiers = "@im=ibus"
  /// The process that communicates with X clients, a child of the daemon.
  private let server: Int32
  // Destroyed in this order.
  private let daemon: ChildProcess
  private let directory: TemporaryDirectory

  /// An engine that converts keys to text.
  public enum Engine: String, Sendable {
    /// Korean syllables from letters. F9 shows Chinese characters as candidates (ibus-hangul).
    case hangul
  }

  /// Starts the input method and waits until clients can find it.
  ///
  /// - Parameters:
  ///   - engine: The engine; `nil` for none.
  ///   - showsCandidates: Whether it shows candidates in a window, which takes some time to start.
  /// - Throws: `cannotStart` if it is not installed, `timedOut`, `file`, `endedEarly`.
  public init(on display: borrowing VirtualDisplay, engine: Engine? = nil, showsCandidates: Bool = false)
    throws(ScreenDriverError)
  {
    let directory = try TemporaryDirectory()
    let environment = try Self.environment(in: directory.path, on: display)
    let daemon = try ChildProcess(
      "ibus-daemon",
      Self.arguments(hasEngine: engine != nil, showsCandidates: showsCandidates) + [
        "--address", Self.address(in: directory.path),
      ], environment: environment, redirections: [.discard(1), .file("\(directory.path)/stderr.log", as: 2)])
    let connection = display.connection
    let server = try Deadline(after: .defaultTimeout).poll(for: "the input method") {
      connection.owner(ofSelection: "@server=ibus")
    }
    // The candidate window selects the engine as well, and only one of them may do so.
    if let engine, !showsCandidates { try Self.select(engine, in: environment, logDirectory: directory.path) }
    self.server = server
    self.daemon = daemon
    self.directory = directory
  }

  deinit {
    daemon.send(SIGKILL)
    kill(server, SIGKILL)
  }

  /// Suspends the process: it receives keys, but never replies.
  public func suspend() { kill(server, SIGSTOP) }

  /// Resumes the suspended process.
  public func resume() { kill(server, SIGCONT) }

  /// Kills the process, as a crash would. It can be called once, because the process ID may be
  /// reused.
  public consuming func crash() {}

  /// Returns the candidate window. The result is `nil` while it is not on the screen.
  public static func candidateWindow(on connection: DisplayConnection) -> ScreenWindow? {
    connection.window(titled: "ibus-ui-gtk3")
  }
}

extension InputMethodProcess {
  private static func arguments(hasEngine: Bool, showsCandidates: Bool) -> [String] {
    // An engine waits for its settings.
    (hasEngine ? [] : ["--config", "disable"]) + (showsCandidates ? [] : ["--panel", "disable"]) + [
      "--xim", "--emoji-extension", "disable",
    ]
  }

  private static func address(in directory: String) -> String { "unix:path=\(directory)/ibus" }

  private static func environment(in directory: String, on display: borrowing VirtualDisplay)
    throws(ScreenDriverError) -> [String: String]
  {
    var environment = ChildProcess.privateEnvironment(in: directory)
    environment["DISPLAY"] = display.name
    environment["XDG_RUNTIME_DIR"] = directory
    environment["IBUS_ADDRESS"] = address(in: directory)
    // Settings are read from a file, not from the user's settings.
    environment["GSETTINGS_BACKEND"] = "keyfile"
    let config = "\(directory)/config"
    for path in [config, "\(config)/glib-2.0", "\(config)/glib-2.0/settings"] { mkdir(path, 0o700) }
    try write(settings, toFile: "\(config)/glib-2.0/settings/keyfile")
    environment["XDG_CONFIG_HOME"] = config
    return environment
  }

  /// Settings by which the engine composes from the first key on.
  private static let settings = """
    [desktop/ibus/general]
    preload-engines=['hangul']
    [org/freedesktop/ibus/engine/hangul]
    initial-input-mode='hangul'

    """

  /// Selects the engine.
  ///
  /// A request that is sent while the daemon starts may get no reply, so it is repeated.
  ///
  /// - Parameter directory: The directory for the log file.
  private static func select(
    _ engine: Engine, in environment: [String: String], logDirectory directory: String
  ) throws(ScreenDriverError) {
    let logPath = "\(directory)/engine.log"
    for _ in 0..<10 {
      var process = try ChildProcess(
        "ibus", ["engine", engine.rawValue], environment: environment,
        redirections: [.discard(1), .file(logPath, as: 2)])
      if (try? process.waitForExit(within: .seconds(2))) == .exited(0) { return }
      process.send(SIGKILL)
    }
    throw .endedEarly(program: "ibus engine", output: try contents(ofFile: logPath))
  }
}
