import Glibc

/// A separate message bus (`dbus-daemon`) that starts no services. It is terminated when this value
/// is destroyed.
public struct IsolatedSessionBus: ~Copyable {
  /// The value for `DBUS_SESSION_BUS_ADDRESS`.
  public let address: String
  /// The path of the socket on which the bus listens.
  public let path: String
  // Destroyed in this order.
  private let process: ChildProcess
  private let directory: TemporaryDirectory

  private static func configuration(_ path: String) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(path)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  /// Starts the bus and waits until it listens.
  ///
  /// - Throws: `cannotStart` if it is not installed, `timedOut`, `file`.
  public init() throws(ScreenDriverError) {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/bus"
    try write(Self.configuration(path), toFile: "\(directory.path)/bus.conf")
    let process = try ChildProcess(
      "dbus-daemon", ["--config-file=\(directory.path)/bus.conf", "--nofork", "--nopidfile"],
      redirections: [.discard(1), .file("\(directory.path)/stderr.log", as: 2)])
    try Deadline(after: .defaultTimeout).poll(for: "the bus") { DBusSocket.isOpen(at: path) ? () : nil }
    address = "unix:path=\(path)"
    self.path = path
    self.process = process
    self.directory = directory
  }

  // A stopped process does not exit on SIGTERM.
  deinit { process.send(SIGCONT) }

  /// Stops the process: it listens, but never replies.
  public func suspend() { process.send(SIGSTOP) }

  /// Continues the suspended bus.
  public func resume() { process.send(SIGCONT) }

  /// Kills the process, so that it does not report which clients have disconnected.
  public func kill() { process.send(SIGKILL) }
}
