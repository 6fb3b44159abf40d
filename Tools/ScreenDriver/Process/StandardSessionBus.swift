/// A separate D-Bus session bus (`dbus-daemon(1)`), which is terminated when this value is destroyed.
struct StandardSessionBus: ~Copyable {
  /// The value for `DBUS_SESSION_BUS_ADDRESS`.
  let address: String
  private let daemon: ChildProcess

  /// Starts the daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - environment: The environment of the services that the bus starts.
  ///   - directory: The directory for the daemon's log.
  /// - Throws: `cannotStart` if the daemon is not installed, `endedEarly`, `file`.
  init(_ environment: [String: String], directory: String) throws(ScreenDriverError) {
    let logPath = "\(directory)/bus.log"
    var addresses = try Pipe()
    let daemon = try Self.start(environment, addresses, logPath)
    addresses.closeWritingEnd()
    guard let address = addresses.readLine(before: Deadline(after: .defaultTimeout)) else {
      throw .endedEarly(program: "dbus-daemon", output: try contents(ofFile: logPath))
    }
    self.address = address
    self.daemon = daemon
  }

  private static func start(_ environment: [String: String], _ addresses: borrowing Pipe, _ logPath: String)
    throws(ScreenDriverError) -> ChildProcess
  {
    guard let writingEnd = addresses.writingEnd else {
      preconditionFailure("pipe closed before the daemon received it")
    }
    do throws(ScreenDriverError) {
      return try ChildProcess(
        "dbus-daemon", ["--session", "--nofork", "--print-address=3"], environment: environment,
        redirections: [.discard(1), .file(logPath, as: 2), .descriptor(writingEnd, as: 3)])
    } catch {
      throw .cannotStart(program: "dbus-daemon", reason: "install it; on Debian: apt-get install dbus")
    }
  }
}
