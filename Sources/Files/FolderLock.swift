import Glibc

/// A folder that one program at a time may change, as far as all of them ask for it (`flock(2)`).
///
/// The lock lies on the folder itself, so that no file is left over. It goes with this value, or with
/// the process, however that ends. Some file systems know no locks on folders: there every program has
/// the folder at once.
public struct FolderLock: ~Copyable {
  private let path: String
  private let folder: FileDescriptor
  /// Whether no other program has the folder; not so where its file system knows no locks.
  let isExclusive: Bool

  /// Waits until no other program has the folder. Where it is missing it is made with mode 0700, and
  /// so are those above it.
  ///
  /// - Parameters:
  ///   - path: May lead there by links.
  ///   - patience: For how long to wait.
  /// - Throws: `EWOULDBLOCK` where another has it all that time; what the system says.
  public init(_ path: String, patience: Duration = .seconds(2)) throws(FileError) {
    try self.init(path, patience: patience, lock: Self.lock, pause: Self.sleep)
  }

  /// - Parameters:
  ///   - lock: Tries to lock an open folder, as `flock(2)`.
  ///   - pause: Lets that much time pass.
  init(
    _ path: String, patience: Duration, lock: (CInt) -> CInt = Self.lock,
    pause: (Duration) -> Void
  ) throws(FileError) {
    try Folder.create(path)
    let folder = try Folder.open(path)
    var waited = Duration.zero
    var state = try Self.take(folder, at: path, lock)
    while state == .taken {
      guard waited < patience else { throw FileError(path: path, errno: EWOULDBLOCK) }
      pause(Self.interval)
      waited += Self.interval
      state = try Self.take(folder, at: path, lock)
    }
    self.path = path
    self.folder = folder
    isExclusive = state == .exclusive
  }

  /// What is known of the folder.
  public var status: FileStatus {
    get throws(FileError) { try FileStatus(of: folder, at: path) }
  }

  /// Lets only the owner in.
  public func makePrivate() throws(FileError) {
    let number = folder.number
    try completing(about: path) { fchmod(number, 0o700) }
  }

  private static let interval = Duration.milliseconds(10)

  private enum State {
    /// Another program has it.
    case taken
    case exclusive
    /// All have it.
    case shared
  }

  /// Tries to lock it.
  private static func take(
    _ folder: borrowing FileDescriptor, at path: String, _ lock: (CInt) -> CInt
  ) throws(FileError) -> State {
    let number = folder.number
    do throws(FileError) {
      try completing(about: path) { lock(number) }
      return .exclusive
    } catch {
      if error.errno == EWOULDBLOCK { return .taken }
      guard absences.contains(error.errno) else { throw error }
      return .shared
    }
  }

  /// What file systems say that have no locks, or as NFS none on what is open for reading alone.
  static let absences: Set = [EOPNOTSUPP, ENOLCK, EBADF, EINVAL, ENOSYS]

  private static func lock(_ number: CInt) -> CInt { flock(number, LOCK_EX | LOCK_NB) }

  private static func sleep(_ duration: Duration) {
    usleep(useconds_t(duration / .microseconds(1)))
  }
}
