import Glibc

/// An input method of one's own, which is offered every key by those who look for `ibus`
/// (`ibus-daemon`, from the package ibus), gone with this value.
///
/// No engine is chosen, so it hands every key back as it came.
public struct InputMethodProcess: ~Copyable {
  /// What `XMODIFIERS` is where it is looked for.
  public static let modifiers = "@im=ibus"
  /// The process that talks to X clients, a child of the daemon.
  private let server: Int32
  // Destroyed in this order.
  private let daemon: ChildProcess
  private let folder: TemporaryFolder

  private static let arguments = [
    "--xim", "--panel", "disable", "--config", "disable", "--emoji-extension", "disable",
  ]

  /// Starts it and waits until clients can find it.
  ///
  /// - Throws: `cannotStart` where it is not installed, `timedOut`, `file`.
  public init(on display: borrowing VirtualDisplay) throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    var environment = ChildProcess.privateEnvironment(in: folder.path)
    environment["DISPLAY"] = display.name
    environment["XDG_RUNTIME_DIR"] = folder.path
    environment["GSETTINGS_BACKEND"] = "memory"
    let daemon = try ChildProcess(
      "ibus-daemon", Self.arguments + ["--address", "unix:path=\(folder.path)/ibus"],
      environment: environment,
      redirections: [.discard(1), .file("\(folder.path)/complaints", as: 2)])
    let connection = display.connection
    server = try Deadline(after: .seconds(10)).poll(for: "the input method") {
      connection.owner(ofSelection: "@server=ibus")
    }
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
}
