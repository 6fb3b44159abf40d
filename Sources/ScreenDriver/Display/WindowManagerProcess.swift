import Glibc

/// A window manager that runs, with the session bus that some need.
struct WindowManagerProcess: ~Copyable {
  // Destroyed in this order.
  private var manager: ChildProcess
  private let bus: SessionBus?

  /// Starts it on a display.
  ///
  /// - Parameter folder: Where its configuration and its complaints go.
  /// - Throws: `cannotStart`, `endedEarly`, `file`.
  init(
    _ kind: WindowManager, display: String, folder: String
  ) throws(ScreenDriverError) {
    let configuration = "\(folder)/\(kind.rawValue).conf"
    try write(kind.configuration, toFile: configuration)
    var environment = ChildProcess.privateEnvironment(in: folder)
    environment["DISPLAY"] = display
    environment["XDG_RUNTIME_DIR"] = folder
    environment["GSETTINGS_BACKEND"] = "memory"
    environment["NO_AT_BRIDGE"] = "1"
    if kind.needsBus {
      let bus = try SessionBus(environment, folder: folder)
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
      manager = try Self.start(kind, configuration, environment, folder: folder)
      self.bus = consume bus
    } else {
      manager = try Self.start(kind, configuration, environment, folder: folder)
      bus = nil
    }
  }

  private static func start(
    _ kind: WindowManager, _ configuration: String, _ environment: [String: String],
    folder: String
  ) throws(ScreenDriverError) -> ChildProcess {
    do throws(ScreenDriverError) {
      return try ChildProcess(
        kind.rawValue, kind.arguments(configuration: configuration), environment: environment,
        redirections: [.discard(1), .file("\(folder)/\(kind.rawValue).log", as: 2)])
    } catch {
      throw .cannotStart(program: kind.rawValue, reason: kind.installationHint)
    }
  }

  mutating func isRunning() -> Bool { manager.isRunning() }

  /// Kills it, as a crash does.
  func end() { manager.send(SIGKILL) }
}

extension WindowManager {
  /// Starts it on a display and waits until it has taken over.
  ///
  /// - Parameter folder: Where its configuration and its complaints go.
  /// - Throws: `cannotStart`, `endedEarly`, `timedOut`, `file`.
  func start(
    on connection: DisplayConnection, display: String, folder: String
  ) throws(ScreenDriverError) -> WindowManagerProcess? {
    guard self != .none else { return nil }
    var process = try WindowManagerProcess(self, display: display, folder: folder)
    let deadline = Deadline(after: .patience)
    while !(connection.hasWindowManager && connection.managesNewWindows()) {
      guard process.isRunning() else {
        throw .endedEarly(
          program: rawValue, output: try contents(ofFile: "\(folder)/\(rawValue).log"))
      }
      guard !deadline.hasPassed else { throw .timedOut(waitingFor: "the window manager") }
      Deadline(after: .milliseconds(5)).wait()
    }
    return process
  }
}
