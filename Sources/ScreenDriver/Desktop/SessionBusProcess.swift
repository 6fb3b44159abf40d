import Glibc

/// A message bus of one's own (`dbus-daemon`), gone with this value. It starts no services.
public struct SessionBusProcess: ~Copyable {
  /// What to set `DBUS_SESSION_BUS_ADDRESS` to.
  public let address: String
  /// The socket that it listens on.
  public let path: String
  // Destroyed in this order.
  private let process: ChildProcess
  private let folder: TemporaryFolder

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

  /// Starts it and waits until it listens.
  ///
  /// - Throws: `cannotStart` where it is not installed, `timedOut`, `file`.
  public init() throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/bus"
    try write(Self.configuration(path), toFile: "\(folder.path)/bus.conf")
    let process = try ChildProcess(
      "dbus-daemon", ["--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile"],
      redirections: [.discard(1), .file("\(folder.path)/complaints", as: 2)])
    try Deadline(after: .patience).poll(for: "the bus") {
      BusSocket.isOpen(at: path) ? () : nil
    }
    address = "unix:path=\(path)"
    self.path = path
    self.process = process
    self.folder = folder
  }

  // What is stopped does not end when it is asked to.
  deinit { process.send(SIGCONT) }

  /// Stops it in the middle of everything: it listens, and never answers.
  public func freeze() { process.send(SIGSTOP) }

  /// Ends it in the middle of everything, so that it tells nobody who else has gone.
  public func kill() { process.send(SIGKILL) }
}
