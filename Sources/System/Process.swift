import CProcess
import Glibc

/// Protects the memory of this process from core dumps and other processes.
public enum ProcessHardening {
  /// Disables core files for this process and its child processes.
  public static func disableCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// Prevents other processes of the same user from reading the memory of this process.
  ///
  /// Also prevents the system from piping a core dump to a program, which no size limit prevents
  /// (core(5)). Call it only when the process holds a secret: desktop portals reject clients that
  /// they cannot inspect.
  public static func preventInspection() { _ = tactile_set_dumpable(0) }
}

/// The memory of this process.
public enum ProcessMemory {
  /// Unmaps the code of the program. The kernel maps a page again when it is used, from its cache of the file.
  ///
  /// A program that rests for hours after its start needs little of the code that has started it.
  public static func unmapCode() {
    guard let start = tactile_code_start(), let end = tactile_code_end() else { return }
    let first = UnsafeMutableRawPointer(mutating: start).alignedDown(toMultipleOf: Int(getpagesize()))
    madvise(first, end - UnsafeRawPointer(first), MADV_DONTNEED)
  }

  /// Prints to standard error that the system has no memory, and ends the process with status 1.
  ///
  /// It is for memory without which the process can neither show nor answer anything. A trap would not say why it ends.
  ///
  /// - Parameter purpose: The use of the memory, such as "passwords".
  public static func endProcess(withoutMemoryFor purpose: String) -> Never {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "process"
    try? Output.write("\(program): not enough memory for \(purpose)\n", to: STDERR_FILENO)
    _exit(1)
  }
}

/// The sockets that this process was started with.
public enum InheritedSockets {
  /// The process at the other end of the connection, if there is exactly one in the first 64 descriptors.
  public static var onlyPeer: Int32? {
    let peers = (STDERR_FILENO + 1..<64).compactMap { descriptor in
      option(SO_ACCEPTCONN, of: descriptor) == 0 ? option(SO_PEERCRED, of: descriptor) : nil
    }.filter { $0 > 0 }
    return peers.count == 1 ? peers[0] : nil
  }

  /// Returns the first number of an option, such as the process in `ucred` (`unix(7)`). `nil` if it is no socket.
  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var numbers: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.stride * numbers.count)
    return getsockopt(descriptor, SOL_SOCKET, name, &numbers, &size) == 0 ? numbers[0] : nil
  }
}

/// A user of the system.
public struct UserAccount: Hashable, Sendable {
  public let id: UInt32
  public let name: String
  /// The name of the person, which may be empty.
  public let fullName: String

  /// The user that runs this process. `nil` if the system has no name for the user id.
  public static var current: UserAccount? { UserAccount(id: geteuid()) }

  /// Looks up a user, which may take long if a server on the network knows the users.
  ///
  /// - Returns: `nil` if the system has no name for the id.
  public init?(id: UInt32) {
    // `getpwuid` returns memory that all threads share.
    let names = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) {
      buffer -> (String, String)? in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = buffer.baseAddress, getpwuid_r(id, &entry, start, buffer.count, &found) == 0,
        let name = found?.pointee.pw_name
      else { return nil }
      return (String(cString: name), found?.pointee.pw_gecos.map { String(cString: $0) } ?? "")
    }
    guard let (name, details) = names else { return nil }
    (self.id, self.name) = (id, name)
    // The first field of GECOS.
    fullName = String(details.prefix { $0 != "," })
  }
}

/// The network name of this machine as bytes of an unknown encoding (`gethostname(2)`). `nil` if it cannot
/// be read.
public var hostName: [UInt8]? {
  var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
  // A name that fills the buffer has no zero byte at its end.
  guard gethostname(&name, name.count - 1) == 0 else { return nil }
  return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
}

/// Returns an environment variable of this process, or `nil` if it is not set.
///
/// The environment has no lock: call it only while no thread changes the environment.
public func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Output to a pipe, a file or a terminal.
public enum Output {
  /// Writes all bytes, by one call if the other end has space for them.
  ///
  /// - Parameters:
  ///   - path: The path for a thrown error.
  ///   - waits: Whether to wait until a descriptor that does not block is writable.
  /// - Throws: The error of the system call. The caller blocks SIGPIPE.
  public static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at path: String = "standard output",
    waiting waits: Bool = true
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      let code = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN, waits {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      } else if code != EINTR {
        throw FileError(path: path, errno: code)
      }
    }
  }

  /// Writes a text.
  public static func write(_ text: String, to descriptor: Int32, waiting waits: Bool = true) throws(FileError)
  {
    try text.utf8Span.span.withUnsafeBytes { bytes throws(FileError) in
      try write(bytes, to: descriptor, waiting: waits)
    }
  }
}
