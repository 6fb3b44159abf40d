package import Glibc

/// A user-specific base directory of the [XDG Base Directory Specification][1] 0.8.
///
/// [1]: https://specifications.freedesktop.org/basedir-spec/0.8/
public enum BaseDirectory {
  /// User data: `$XDG_DATA_HOME`, or `$HOME/.local/share`.
  case data
  /// State that persists between runs and is not essential: `$XDG_STATE_HOME`, or
  /// `$HOME/.local/state`.
  case state
  /// Data that can be regenerated: `$XDG_CACHE_HOME`, or `$HOME/.cache`.
  case cache
  /// The settings of the user: `$XDG_CONFIG_HOME`, or `$HOME/.config`.
  case configuration

  /// Returns the path of the directory.
  ///
  /// - Parameters:
  ///   - variable: The value of the environment variable with that name. It is ignored unless it is
  ///     an absolute path, as the specification requires.
  ///   - home: The value of the environment variable `HOME`.
  /// - Returns: `nil` if neither is an absolute path.
  func path(variable: String?, home: String?) -> String? {
    if let variable, variable.hasPrefix("/") { return variable }
    if let home, home.hasPrefix("/") { return "\(home)/\(names.pathInHome)" }
    return nil
  }

  /// The path by the environment of the process.
  public var path: String? {
    path(variable: environmentVariable(names.variable), home: environmentVariable("HOME"))
  }

  private var names: (variable: String, pathInHome: String) {
    switch self {
    case .data: ("XDG_DATA_HOME", ".local/share")
    case .state: ("XDG_STATE_HOME", ".local/state")
    case .cache: ("XDG_CACHE_HOME", ".cache")
    case .configuration: ("XDG_CONFIG_HOME", ".config")
    }
  }
}

/// Operations on directories.
package enum Directory {
  /// Creates a directory, and its missing parent directories before it.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait until the names of the created directories are on the disk.
  ///   - flush: Writes an open directory to the disk, like `fsync(2)`.
  package static func create(
    _ path: String, mode: mode_t = 0o700, isDurable: Bool = true, flush: (CInt) -> CInt = fsync
  ) throws(FileError) {
    let parent = parent(of: path)
    func make() -> CInt { mkdir(path, mode) == 0 ? 0 : errno }
    var code = make()
    if code == ENOENT, parent != path {
      try create(parent, mode: mode, isDurable: isDurable, flush: flush)
      code = make()
    }
    guard code == 0 || code == EEXIST else { throw FileError(path: path, errno: code) }
    if code == 0, isDurable { try synchronize(open(parent), at: parent, by: flush) }
  }

  /// Returns the path of the directory that contains the last component of a path, or the path
  /// itself if it has no component.
  private static func parent(of path: String) -> String {
    let isSlash = { (character: Character) in character == "/" }
    guard let name = path.lastIndex(where: { !isSlash($0) }) else { return path }
    guard let slash = path[..<name].lastIndex(where: isSlash) else { return "." }
    let end = path[..<slash].lastIndex { !isSlash($0) }
    return end.map { String(path[...$0]) } ?? "/"
  }

  /// Writes the entries of an open directory to the disk, if its file system supports that.
  ///
  /// - Parameters:
  ///   - path: The path for a thrown error.
  ///   - flush: Writes the directory to the disk, like `fsync(2)`.
  static func synchronize(_ directory: borrowing FileDescriptor, at path: String, by flush: (CInt) -> CInt)
    throws(FileError)
  {
    let number = directory.number
    try retryingInterrupts(at: path) {
      let status = flush(number)
      return status == -1 && errno == EINVAL ? 0 : status
    }
  }

  static func open(_ path: String) throws(FileError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return FileDescriptor(owning: try retryingInterrupts(at: path) { Glibc.open(path, flags) })
  }

  /// Returns the names in a directory, in no particular order.
  package static func names(at path: String) throws(FileError) -> [String] {
    try names(in: open(path), at: path)
  }

  /// Returns the names in an open directory, in no particular order.
  ///
  /// - Parameter path: The path for a thrown error.
  static func names(in directory: borrowing FileDescriptor, at path: String) throws(FileError) -> [String] {
    let number = directory.number
    // The stream takes ownership of its descriptor and closes it.
    let copy = try retryingInterrupts(at: path) { openat(number, ".", O_RDONLY | O_CLOEXEC) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw FileError(path: path, errno: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
      }
      names.append(name)
    }
    guard errno == 0 else { throw FileError(path: path, errno: errno) }
    return names
  }
}

/// An open file or directory, which is closed on deallocation.
struct FileDescriptor: ~Copyable {
  /// The number of the file descriptor.
  let number: CInt

  /// Takes ownership of a descriptor that a call such as `open` returned.
  init(owning number: CInt) { self.number = number }

  deinit { close(number) }
}

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

/// An observer of the files in directories (`inotify(7)`).
public struct DirectoryWatch: ~Copyable {
  /// The descriptor that is readable after a change.
  public let descriptor: Int32

  /// Creates an observer of no directory.
  ///
  /// - Throws: `EMFILE` if the user or the process has too many, or the error of the system call.
  public init() throws(FileError) {
    descriptor = try retryingInterrupts(at: "inotify") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  /// Observes files that are written, replaced or removed in a directory. Call this again when the directory may have
  /// been replaced by another one; it has no further effect on the same one.
  public func add(_ path: String) throws(FileError) {
    let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
    let events = UInt32(changes | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    let number = descriptor
    try retryingInterrupts(at: path) { inotify_add_watch(number, path, events) }
  }

  deinit { close(descriptor) }

  /// Removes the reported changes, so that the descriptor is readable only after the next one.
  ///
  /// The changes themselves are not returned, because the kernel discards them if there are too many: the caller reads
  /// the directory again.
  ///
  /// - Returns: Whether all directories are still where they were. If `false`, one was removed or renamed.
  @discardableResult public func clear() -> Bool {
    var isWatched = true
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
      // A process that creates files faster than they are read must not keep the caller here.
      for _ in 0..<16 {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        if Self.endsWatch(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isWatched = false }
      }
    }
    return isWatched
  }

  /// Returns whether one of the events ends the watch. The queue of events may overflow without ending it.
  private static func endsWatch(_ events: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= events.count {
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      if event.mask & UInt32(IN_IGNORED | IN_UNMOUNT | IN_MOVE_SELF) != 0 { return true }
      offset += MemoryLayout<inotify_event>.size + Int(event.len)
    }
    return false
  }
}
