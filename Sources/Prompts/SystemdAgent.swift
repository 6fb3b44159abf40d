import Glibc
public import Secrets
public import System

/// An error of a system call for systemd's questions.
public struct SystemdAgentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action that failed.
  public enum Action: String, Sendable {
    case createDirectory = "Cannot create the directory"
    case watchDirectory = "Cannot watch the directory"
    case reply = "Cannot send the reply to"
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
    "\(action.rawValue) \(path): \(FileError(path: path, errno: errno).reason)"
  }
}

/// A directory in which programs ask for passwords by files. The kernel reports changes through a descriptor.
///
/// The questions of the system are in `/run/systemd/ask-password`. systemd 257 and later also have a
/// directory for each user: `$XDG_RUNTIME_DIR/systemd/ask-password`.
public final class SystemdQuestionDirectory {
  /// The maximum size of the file of a question, in bytes.
  static let fileLimit = 64 << 10

  public let path: String
  private let watch: DirectoryWatch
  /// The directory in the paths of sockets: as it was given, and without links and relative parts. Not with a slash at the
  /// end, which a shell adds when it completes a name.
  private let socketDirectories: [String]

  /// Starts to watch a directory. Creates it with mode 0755, as systemd does, if it is missing: the directory of a user
  /// does not exist before the first question.
  ///
  /// - Throws: The error of the system call that creates or watches the directory.
  public init(path: String) throws(SystemdAgentError) {
    var action = SystemdAgentError.Action.createDirectory
    do throws(FileError) {
      try Directory.create(path, mode: 0o755, isDurable: false)
      action = .watchDirectory
      watch = try DirectoryWatch()
      try watch.add(path)
    } catch {
      throw SystemdAgentError(action: action, path: path, errno: error.errno)
    }
    self.path = path
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    socketDirectories = [path, resolved.map { String(cString: $0) } ?? path].map {
      String($0[..<($0.lastIndex { $0 != "/" }.map($0.index(after:)) ?? $0.startIndex)])
    }
  }

  /// The descriptor that is readable after a change in the directory.
  public var descriptor: Int32 { watch.descriptor }

  /// Removes the reported changes, so that the descriptor is not readable until the next one.
  ///
  /// - Returns: Whether the directory is still watched. If `false`, it was removed or renamed.
  public func readChanges() -> Bool { watch.clear() }

  /// Returns the questions in the directory, sorted by the names of their files. Skips files that are not
  /// readable, too large or not valid, and questions whose socket is elsewhere: systemd creates it in the same
  /// directory, but does not escape line breaks in messages, which could name another socket.
  ///
  /// - Parameter report: Called with each error because of which questions may be missing, and which may be gone later.
  public func questions(reporting report: (FileError) -> Void = { _ in })
    -> [(name: String, question: SystemdQuestion)]
  {
    let names = value(reporting: report) { () throws(FileError) in try Directory.names(at: path) } ?? []
    return names.filter { $0.hasPrefix("ask.") }.sorted().compactMap { name in
      let file = AtomicFile(directory: path, name: name)
      let content = value(reporting: report) { () throws(FileError) in
        try file.readWithoutFollowingLink(limit: Self.fileLimit + 1).content
      }
      guard let content, content.count <= Self.fileLimit,
        let question = SystemdQuestion(parsing: content.span), isHere(question.socketPath)
      else { return nil }
      return (name, question)
    }
  }

  private func value<Value>(
    reporting report: (FileError) -> Void, _ read: () throws(FileError) -> Value
  ) -> Value? {
    do throws(FileError) { return try read() } catch {
      if error.isTemporary { report(error) }
      return nil
    }
  }

  private func isHere(_ socketPath: String) -> Bool {
    guard let slash = socketPath.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return socketDirectories.contains { $0.utf8.elementsEqual(socketPath.utf8[..<slash]) }
  }

  /// Returns whether the file of a question still exists.
  public func contains(_ name: String) -> Bool {
    (try? FileStatus.of("\(path)/\(name)", followsLinks: false))?.kind == .file
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
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let count = withSocketAddress(path) {
      sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, $1)
    }
    return count == bytes.count ? 0 : errno
  }
}
