import Glibc

/// An advisory lock on a directory, for cooperating processes (`flock(2)`).
///
/// The lock applies to the directory itself, so no lock file remains. It is released when this
/// value is destroyed or the process ends for any reason. Some file systems do not support locks on
/// directories. There the lock is granted to every process immediately.
public struct DirectoryLock: ~Copyable {
  private let path: String
  private let directory: FileDescriptor
  /// Whether no other process can hold the lock. `false` if the file system does not support locks.
  let isExclusive: Bool

  /// Acquires the lock, waiting while another process holds it. Missing directories are created
  /// with mode 0700.
  ///
  /// - Parameters:
  ///   - path: The path of the directory. It may contain symbolic links.
  ///   - timeout: The maximum waiting time.
  /// - Throws: `EWOULDBLOCK` if another process holds the lock during that time, or the error of
  ///   the system call.
  public init(_ path: String, timeout: Duration = .seconds(2)) throws(FileError) {
    try self.init(path, timeout: timeout, lock: Self.lock, pause: Self.sleep)
  }

  /// Acquires the lock with injected system calls.
  ///
  /// - Parameters:
  ///   - lock: Tries to lock an open directory, like `flock(2)`.
  ///   - pause: Waits for the given time.
  init(_ path: String, timeout: Duration, lock: (CInt) -> CInt = Self.lock, pause: (Duration) -> Void)
    throws(FileError)
  {
    try Directory.create(path)
    let directory = try Directory.open(path)
    var waited = Duration.zero
    var state = try Self.tryLock(directory, at: path, lock)
    while state == .busy {
      guard waited < timeout else { throw FileError(path: path, errno: EWOULDBLOCK) }
      pause(Self.pollInterval)
      waited += Self.pollInterval
      state = try Self.tryLock(directory, at: path, lock)
    }
    self.path = path
    self.directory = directory
    isExclusive = state == .exclusive
  }

  /// Unlocks explicitly: a process that another thread is starting may still have a copy of the
  /// descriptor, which would keep the lock.
  deinit { flock(directory.number, LOCK_UN) }

  /// The status of the directory.
  public var status: FileStatus { get throws(FileError) { try FileStatus(of: directory, at: path) } }

  private static let pollInterval = Duration.milliseconds(10)

  private enum State {
    /// Another process holds the lock.
    case busy
    case exclusive
    /// The file system does not support locks.
    case unsupported
  }

  /// Tries to acquire the lock once.
  private static func tryLock(_ directory: borrowing FileDescriptor, at path: String, _ lock: (CInt) -> CInt)
    throws(FileError) -> State
  {
    let number = directory.number
    do throws(FileError) {
      try retryingInterrupts(at: path) { lock(number) }
      return .exclusive
    } catch {
      if error.errno == EWOULDBLOCK { return .busy }
      guard unsupportedErrors.contains(error.errno) else { throw error }
      return .unsupported
    }
  }

  /// The errors of file systems without locks, or, as with NFS, without locks on directories that
  /// are open for reading only.
  static let unsupportedErrors: Set = [EOPNOTSUPP, ENOLCK, EBADF, EINVAL, ENOSYS]

  private static func lock(_ number: CInt) -> CInt { flock(number, LOCK_EX | LOCK_NB) }

  private static func sleep(_ duration: Duration) { usleep(useconds_t(duration / .microseconds(1))) }
}
