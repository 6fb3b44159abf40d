/// A D-Bus session bus of its own, gone with this value (`dbus-daemon(1)`).
struct SessionBus: ~Copyable {
  /// What to set `DBUS_SESSION_BUS_ADDRESS` to.
  let address: String
  private let daemon: ChildProcess

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - environment: That of the services it starts.
  ///   - folder: Where its complaints go.
  /// - Throws: `cannotStart` where it is missing, `endedEarly`, `file`.
  init(
    _ environment: [String: String], folder: String
  ) throws(ScreenDriverError) {
    let complaints = "\(folder)/bus.log"
    var addresses = try Pipe()
    let daemon = try Self.start(environment, addresses, complaints)
    addresses.closeWritingEnd()
    guard let address = addresses.readLine(before: Deadline(after: .patience)) else {
      throw .endedEarly(program: "dbus-daemon", output: try contents(ofFile: complaints))
    }
    self.address = address
    self.daemon = daemon
  }

  private static func start(
    _ environment: [String: String], _ addresses: borrowing Pipe, _ complaints: String
  ) throws(ScreenDriverError) -> ChildProcess {
    guard let writingEnd = addresses.writingEnd else {
      preconditionFailure("the pipe was closed before the bus had it")
    }
    do throws(ScreenDriverError) {
      return try ChildProcess(
        "dbus-daemon", ["--session", "--nofork", "--print-address=3"], environment: environment,
        redirections: [
          .discard(1), .file(complaints, as: 2), .descriptor(writingEnd, as: 3),
        ])
    } catch {
      throw .cannotStart(
        program: "dbus-daemon", reason: "install it, on Debian with: apt-get install dbus")
    }
  }
}
