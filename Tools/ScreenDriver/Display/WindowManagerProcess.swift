import Glibc

/// A running window manager, with a session bus if it needs one.
struct WindowManagerProcess: ~Copyable {
  // Destroyed in this order.
  private var manager: ChildProcess
  private let bus: StandardSessionBus?

  /// Starts the window manager on a display.
  ///
  /// - Parameter directory: The directory for its configuration and its log.
  /// - Throws: `cannotStart`, `endedEarly`, `file`.
  init(_ kind: WindowManager, display: String, directory: String) throws(ScreenDriverError) {
    let configuration = "\(directory)/\(kind.rawValue).conf"
    try write(kind.configuration, toFile: configuration)
    var environment = ChildProcess.privateEnvironment(in: directory)
    environment["DISPLAY"] = display
    environment["XDG_RUNTIME_DIR"] = directory
    environment["GSETTINGS_BACKEND"] = "memory"
    environment["NO_AT_BRIDGE"] = "1"
    if kind.needsBus {
      let bus = try StandardSessionBus(environment, directory: directory)
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
      manager = try Self.start(kind, configuration, environment, directory: directory)
      self.bus = consume bus
    } else {
      manager = try Self.start(kind, configuration, environment, directory: directory)
      bus = nil
    }
  }

  private static func start(
    _ kind: WindowManager, _ configuration: String, _ environment: [String: String], directory: String
  ) throws(ScreenDriverError) -> ChildProcess {
    do throws(ScreenDriverError) {
      return try ChildProcess(
        kind.rawValue, kind.arguments(configuration: configuration), environment: environment,
        redirections: [.discard(1), .file("\(directory)/\(kind.rawValue).log", as: 2)])
    } catch { throw .cannotStart(program: kind.rawValue, reason: kind.installationHint) }
  }

  mutating func isRunning() -> Bool { manager.isRunning() }

  /// Kills the process, as a crash would.
  func kill() { manager.send(SIGKILL) }
}

extension WindowManager {
  /// Starts the window manager on a display and waits until it manages windows.
  ///
  /// - Parameter directory: The directory for its configuration and its log.
  /// - Throws: `cannotStart`, `endedEarly`, `timedOut`, `file`.
  func start(on connection: DisplayConnection, display: String, directory: String) throws(ScreenDriverError)
    -> WindowManagerProcess?
  {
    guard self != .none else { return nil }
    var process = try WindowManagerProcess(self, display: display, directory: directory)
    let deadline = Deadline(after: .defaultTimeout)
    while !(connection.hasWindowManager && connection.managesNewWindows()) {
      guard process.isRunning() else {
        throw .endedEarly(program: rawValue, output: try contents(ofFile: "\(directory)/\(rawValue).log"))
      }
      guard !deadline.hasPassed else { throw .timedOut(waitingFor: "the window manager") }
      Deadline(after: .milliseconds(5)).wait()
    }
    return process
  }
}
