import Glibc

/// An input method of one's own, which is offered every key by those who look for `ibus`
/// (`ibus-daemon`, from the package ibus), gone with this value.
///
/// Until an engine is chosen it hands every key back as it came.
public struct InputMethodProcess: ~Copyable {
  /// What `XMODIFIERS` is where it is looked for.
  public static let modifiers = "@im=ibus"
  /// The process that talks to X clients, a child of the daemon.
  private let server: Int32
  // Destroyed in this order.
  private let daemon: ChildProcess
  private let folder: TemporaryFolder

  /// What makes text of keys.
  public enum Engine: String, Sendable {
    /// Korean syllables from letters; F9 offers Chinese characters for them (ibus-hangul).
    case hangul
  }

  /// Starts it and waits until clients can find it.
  ///
  /// - Parameters:
  ///   - engine: `nil` for none.
  ///   - showsCandidates: Whether it has a window for what it offers to choose from, which takes a
  ///     while to start.
  /// - Throws: `cannotStart` where it is not installed, `timedOut`, `file`, `endedEarly`.
  public init(
    on display: borrowing VirtualDisplay, engine: Engine? = nil, showsCandidates: Bool = false
  ) throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    let environment = try Self.environment(in: folder.path, on: display)
    let daemon = try ChildProcess(
      "ibus-daemon",
      Self.arguments(hasEngine: engine != nil, showsCandidates: showsCandidates)
        + ["--address", Self.address(in: folder.path)],
      environment: environment,
      redirections: [.discard(1), .file("\(folder.path)/complaints", as: 2)])
    let connection = display.connection
    let server = try Deadline(after: .patience).poll(for: "the input method") {
      connection.owner(ofSelection: "@server=ibus")
    }
    // What shows candidates chooses it as well, and only one may.
    if let engine, !showsCandidates {
      try Self.choose(engine, in: environment, complaints: folder.path)
    }
    self.server = server
    self.daemon = daemon
    self.folder = folder
  }

  deinit {
    daemon.send(SIGKILL)
    kill(server, SIGKILL)
  }

  /// Stops it in the middle of everything: it is offered keys, and never answers.
  public func freeze() { kill(server, SIGSTOP) }

  /// Has it go on.
  public func thaw() { kill(server, SIGCONT) }

  /// Kills it, as a crash does; once, since its number may be another process's afterwards.
  public consuming func crash() {}

  /// The window of what it offers to choose from; `nil` while there is none on the screen.
  public static func candidates(on connection: DisplayConnection) -> ScreenWindow? {
    connection.window(titled: "ibus-ui-gtk3")
  }
}

extension InputMethodProcess {
  private static func arguments(hasEngine: Bool, showsCandidates: Bool) -> [String] {
    // An engine waits for its settings.
    (hasEngine ? [] : ["--config", "disable"]) + (showsCandidates ? [] : ["--panel", "disable"])
      + ["--xim", "--emoji-extension", "disable"]
  }

  private static func address(in folder: String) -> String { "unix:path=\(folder)/ibus" }

  private static func environment(
    in folder: String, on display: borrowing VirtualDisplay
  ) throws(ScreenDriverError) -> [String: String] {
    var environment = ChildProcess.privateEnvironment(in: folder)
    environment["DISPLAY"] = display.name
    environment["XDG_RUNTIME_DIR"] = folder
    environment["IBUS_ADDRESS"] = address(in: folder)
    // A file that settings are taken from, and nothing of the person's.
    environment["GSETTINGS_BACKEND"] = "keyfile"
    let own = "\(folder)/config"
    for path in [own, "\(own)/glib-2.0", "\(own)/glib-2.0/settings"] { mkdir(path, 0o700) }
    try write(settings, toFile: "\(own)/glib-2.0/settings/keyfile")
    environment["XDG_CONFIG_HOME"] = own
    return environment
  }

  /// The engine composes from the first key on.
  private static let settings = """
    [desktop/ibus/general]
    preload-engines=['hangul']
    [org/freedesktop/ibus/engine/hangul]
    initial-input-mode='hangul'

    """

  /// Has an engine read the keys from now on.
  ///
  /// Who asks the daemon while that still starts may wait in vain, and asks again.
  ///
  /// - Parameter folder: Gets what goes wrong in a file.
  private static func choose(
    _ engine: Engine, in environment: [String: String], complaints folder: String
  ) throws(ScreenDriverError) {
    let complaints = "\(folder)/complaints of the engine"
    for _ in 0..<10 {
      var choice = try ChildProcess(
        "ibus", ["engine", engine.rawValue], environment: environment,
        redirections: [.discard(1), .file(complaints, as: 2)])
      if (try? choice.ending(within: .seconds(2))) == .exited(0) { return }
      choice.send(SIGKILL)
    }
    throw .endedEarly(program: "ibus engine", output: try contents(ofFile: complaints))
  }
}
