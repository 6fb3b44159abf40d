import Glibc
public import Secrets
import System

/// An error of a system call for systemd's questions.
public struct SystemdAgentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action that failed.
  public enum Action: Hashable, Sendable {
    case createDirectory, watchDirectory, reply
  }

  public let action: Action
  /// The path of the directory or of the socket.
  public let path: String
  /// The error number of the system call, such as `EACCES`.
  public let errno: CInt

  /// Whether the user does not have the permission. Only root may answer questions of the system.
  public var isPermissionDenied: Bool { errno == EACCES || errno == EPERM }

  /// A one-line description for the user, without a period.
  public var description: String {
    "\(summary) \(path): \(FileError(path: path, errno: errno).reason)"
  }

  private var summary: String {
    switch action {
    case .createDirectory: "Cannot create the directory"
    case .watchDirectory: "Cannot watch the directory"
    case .reply: "Cannot send the reply to"
    }
  }
}

/// A directory in which programs ask for passwords by files. The kernel reports changes through a descriptor.
///
/// The questions of the system are in `/run/systemd/ask-password`. systemd 257 and later also have a
/// directory for each user: `$XDG_RUNTIME_DIR/systemd/ask-password`.
public struct SystemdQuestionDirectory: ~Copyable {
  /// The maximum size of the file of a question, in bytes.
  static let fileLimit = 64 << 10

  public let path: String
  /// The inotify descriptor. It is readable after a change in the directory.
  public let descriptor: Int32
  private var isWatched = true

  /// Starts to watch a directory. Creates it if it is missing: the directory of a user does not exist before
  /// the first question.
  ///
  /// - Throws: The error of the system call that creates or watches the directory.
  public init(path: String) throws(SystemdAgentError) {
    let status = Self.create(path)
    guard status == 0 else { throw SystemdAgentError(action: .createDirectory, path: path, errno: status) }
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    let questions = IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM
    let events = UInt32(questions | IN_MOVE_SELF | IN_ONLYDIR)
    guard descriptor >= 0, inotify_add_watch(descriptor, path, events) >= 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      throw SystemdAgentError(action: .watchDirectory, path: path, errno: code)
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Creates a directory and its missing parents with mode 0755, as systemd does. Returns 0 or the error
  /// number.
  private static func create(_ path: String) -> CInt {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return 0 }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return code }
    let parentCode = create(String(path[..<slash]))
    guard parentCode == 0 else { return parentCode }
    return mkdir(path, 0o755) == 0 || errno == EEXIST ? 0 : errno
  }

  /// Reads the pending events, so that the descriptor is not readable until the next change.
  ///
  /// The caller reads the directory again. The events themselves are not returned, because the kernel
  /// discards events if there are too many.
  ///
  /// - Returns: Whether the directory is still watched. If `false`, it was removed or renamed.
  public mutating func readChanges() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    // A process that creates files faster than they are read must not keep the caller here.
    for _ in 0..<16 {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      if buffer.withUnsafeBytes({ Self.endsWatch(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) {
        isWatched = false
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

  /// Returns the questions in the directory, sorted by the names of their files. Skips files that are not
  /// readable, too large or not valid, and questions whose socket is elsewhere: systemd creates it in the same
  /// directory, but does not escape line breaks in messages, which could name another socket.
  public func questions() -> [(name: String, question: SystemdQuestion)] {
    names().compactMap { name in
      let file = AtomicFile(directory: path, name: name)
      guard let content = try? file.readWithoutFollowingLink(limit: Self.fileLimit + 1).content,
        content.count <= Self.fileLimit, let question = SystemdQuestion(parsing: content.span),
        question.socketPath.hasPrefix("\(path)/")
      else { return nil }
      return (name, question)
    }
  }

  /// Returns whether the file of a question still exists.
  public func contains(_ name: String) -> Bool {
    (try? FileStatus.of("\(path)/\(name)", followsLinks: false))?.kind == .file
  }

  /// Returns the sorted names of the files that may be questions.
  private func names() -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
      }
      if name.hasPrefix("ask.") { names.append(name) }
    }
    return names.sorted()
  }
}

/// The reply to a question.
public enum SystemdReply {
  /// The maximum size of a reply in bytes, which is systemd's `LINE_MAX`.
  static let limit = 2048

  /// Answers a question with a password, which may be empty.
  ///
  /// - Parameters:
  ///   - password: The password. It stays in locked memory.
  ///   - socketPath: The socket of the question.
  /// - Throws: `EMSGSIZE` if the reply is too long, `EAGAIN` if the socket is full, or another error of the
  ///   system call. Nothing is sent then.
  public static func send(password: borrowing SecureText, to socketPath: String) throws(SystemdAgentError) {
    try check(password.withFramedBytes(prefix: "+") { send($0, to: socketPath) }, socketPath)
  }

  /// Cancels a question.
  public static func sendCancellation(to socketPath: String) throws(SystemdAgentError) {
    try check(withUnsafeBytes(of: UInt8(ascii: "-")) { send($0, to: socketPath) }, socketPath)
  }

  private static func check(_ status: CInt, _ path: String) throws(SystemdAgentError) {
    guard status == 0 else { throw SystemdAgentError(action: .reply, path: path, errno: status) }
  }

  /// Sends one datagram without waiting. Returns 0 or the error number.
  private static func send(_ bytes: UnsafeRawBufferPointer, to path: String) -> CInt {
    guard bytes.count <= limit else { return EMSGSIZE }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count <= SystemdQuestion.maximumSocketPathLength else { return ENAMETOOLONG }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let (flags, size) = (Int32(MSG_NOSIGNAL | MSG_DONTWAIT), socklen_t(MemoryLayout<sockaddr_un>.size))
    let count = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes.baseAddress, bytes.count, flags, $0, size)
      }
    }
    return count == bytes.count ? 0 : errno
  }
}
