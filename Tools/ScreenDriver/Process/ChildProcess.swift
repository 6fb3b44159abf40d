import Glibc

/// A child process. It is terminated at the latest when this value is destroyed.
public struct ChildProcess: ~Copyable {
  /// The way in which a process terminated.
  public enum TerminationReason: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// A redirection of one of the child's descriptors.
  public enum Redirection: Sendable {
    /// A file, which is created or truncated first.
    case file(String, as: Int32)
    /// A descriptor of this process.
    case descriptor(Int32, as: Int32)

    /// Discards the child's output on that descriptor.
    public static func discard(_ descriptor: Int32) -> Redirection { .file("/dev/null", as: descriptor) }
  }

  /// The process ID. It is valid until the process has been reaped.
  public let pid: Int32
  private var terminationReason: TerminationReason?

  /// Starts a program (`posix_spawnp(3)`) with no signal blocked or ignored.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to look up in `PATH`.
  ///   - environment: The complete environment of the child; see `inheritedEnvironment`.
  /// - Throws: `cannotStart`.
  public init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = ChildProcess.inheritedEnvironment, redirections: [Redirection] = []
  ) throws(ScreenDriverError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for redirection in redirections { redirection.add(to: &actions) }
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }

    var started: Int32 = 0
    let failure = withCStrings([program] + arguments) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawnp(&started, program, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw .cannotStart(program: program, reason: errorMessage(failure)) }
    pid = started
  }

  /// Terminates the child with SIGTERM, and with SIGKILL if it is still running after two seconds.
  deinit {
    guard terminationReason == nil else { return }
    kill(pid, SIGTERM)
    if (try? Self.waitForExit(of: pid, within: .seconds(2))) != nil { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// Sends a signal, unless the child has ended.
  public func send(_ signal: Int32) { if terminationReason == nil { kill(pid, signal) } }

  /// Returns whether the child is still running.
  public mutating func isRunning() -> Bool {
    if terminationReason == nil { terminationReason = Self.reap(pid) }
    return terminationReason == nil
  }

  /// Waits for the child to exit.
  ///
  /// - Throws: `timedOut`. The child then continues to run.
  public mutating func waitForExit(within duration: Duration) throws(ScreenDriverError) -> TerminationReason {
    if let terminationReason { return terminationReason }
    let reason = try Self.waitForExit(of: pid, within: duration)
    terminationReason = reason
    return reason
  }

  private static func waitForExit(of pid: Int32, within duration: Duration) throws(ScreenDriverError)
    -> TerminationReason
  { try Deadline(after: duration).poll(for: "process \(pid) to exit") { reap(pid) } }

  /// Calls `waitpid(2)` without blocking. A process ID must not be passed again after it was
  /// reaped.
  private static func reap(_ pid: Int32) -> TerminationReason? {
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    // WIFEXITED and WEXITSTATUS are macros, which Swift does not import.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    return attributes
  }
}

extension ChildProcess.Redirection {
  fileprivate func add(to actions: inout posix_spawn_file_actions_t) {
    switch self {
    case .file(let path, let descriptor):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    case .descriptor(let own, let descriptor): posix_spawn_file_actions_adddup2(&actions, own, descriptor)
    }
  }
}

/// Passes strings to `body` as a C array of pointers that ends with a null pointer.
private func withCStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result)
  -> Result
{
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
