import CProcess
import Glibc

/// A program that was started from this one.
public final class ChildProcess {
  /// The end of the process, until whose status is read no other process has the id.
  public let end: ProcessEnd
  let id: pid_t
  /// Whether another process may have the id.
  private var hasEnded = false

  /// Starts a program in the session of this process, whose standard input and output are one end of a connection. It gets no
  /// other descriptors that this process has inherited, except that of its standard error.
  ///
  /// - Returns: The program, and the other end, which does not block, and which the caller closes.
  /// - Throws: An error with the name of the program.
  public static func connected(_ arguments: [String]) throws(FileError) -> (
    descriptor: Int32, process: ChildProcess
  ) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw FileError(path: arguments[0], errno: errno) }
    defer { close(ends[1]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    do throws(FileError) {
      return (ends[0], try ChildProcess(arguments, connection: ends[1]))
    } catch {
      close(ends[0])
      throw error
    }
  }

  /// Starts a program without a shell and without blocked signals.
  ///
  /// - Parameters:
  ///   - arguments: The name of the program, which is searched in `PATH`, and its arguments.
  ///   - connection: The standard input and output. All other descriptors except standard error are closed then. If `nil`, the
  ///     program is in a session of its own, without the terminal of this process.
  ///   - environment: Variables that are set in addition to those of this process.
  /// - Throws: An error with the name of the program.
  public init(_ arguments: [String], connection: Int32? = nil, environment: [String: String] = [:])
    throws(FileError)
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Each action allocates memory. Without one, the program would have the descriptors of this process.
    var codes: [Int32] = []
    if let connection {
      codes = [STDIN_FILENO, STDOUT_FILENO].map { posix_spawn_file_actions_adddup2(&actions, connection, $0) }
      codes.append(posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1))
    } else {
      codes = [posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)]
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Ignored signals are inherited, too.
    var defaults = none
    sigaddset(&defaults, SIGCHLD)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | (connection == nil ? Self.newSession : 0))
    var words = arguments.map { strdup($0) } + [nil]
    var variables = Self.variables(adding: environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    if words.dropLast().contains(nil) || variables.dropLast().contains(nil) { codes.append(ENOMEM) }
    var id = pid_t()
    let code =
      codes.first { $0 != 0 } ?? posix_spawnp(&id, arguments[0], &actions, &attributes, &words, &variables)
    guard code == 0 else { throw FileError(path: arguments[0], errno: code) }
    guard let end = ProcessEnd(of: id) else {
      let error = FileError(path: arguments[0], errno: errno)
      // Otherwise it has ended, and another process may have the number.
      if error.errno != ESRCH { kill(id, SIGKILL) }
      waitpid(id, nil, 0)
      throw error
    }
    (self.id, self.end) = (id, end)
  }

  /// Sends a signal, unless the end of the process was reported by `exitStatus()`.
  public func send(_ signal: Int32) { if !hasEnded { kill(id, signal) } }

  /// Returns the exit status, or 128 and the number of the signal that has ended the process. `nil` while it runs. If
  /// this process ignores `SIGCHLD`, the status is lost and counts as 0.
  public func exitStatus() -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(id, &status, WNOHANG)
    hasEnded = ended == id || ended < 0 && errno == ECHILD
    guard ended == id else { return hasEnded ? 0 : nil }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// `POSIX_SPAWN_SETSID`, a GNU extension that the headers do not declare for Swift (spawn.h).
  private static let newSession: Int16 = 0x80

  private static func variables(adding added: [String: String]) -> [String] {
    var result = added.map { "\($0)=\($1)" }
    var next = environ
    while let variable = next.pointee.map({ String(cString: $0) }) {
      if !added.keys.contains(where: { variable.hasPrefix("\($0)=") }) { result.append(variable) }
      next += 1
    }
    return result
  }
}

/// The end of any process, also of one that this process has not started.
public final class ProcessEnd {
  /// The descriptor that is readable when the process has ended (`pidfd_open(2)`).
  public let descriptor: Int32

  /// Observes a process. Returns `nil` if it does not exist, or is the first process, which adopts those whose parents have
  /// ended.
  public init?(of id: Int32) {
    let descriptor = id > 1 ? pidfd_open(id, 0) : -1
    // Before the assignment, so that no `deinit` changes `errno`.
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns whether no process has a number, or whether its process has ended. A process that cannot be observed may still exist.
  public static func hasOccurred(of id: Int32) -> Bool {
    // The number exists until the parent has read the exit status.
    if let end = ProcessEnd(of: id) { return end.occurs() }
    // The numbers below 1 stand for process groups (kill(2)).
    return id > 0 && kill(id, 0) != 0 && errno == ESRCH
  }

  /// Returns whether the process has ended, or ends in some time.
  public func occurs(within timeout: Duration = .zero) -> Bool {
    var target = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&target, 1, Int32(timeout / .milliseconds(1))) > 0
  }
}
