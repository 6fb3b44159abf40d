import Glibc
public import Secrets
public import System

/// A question of a program that needs a password, for example to unlock a disk, and asks all of systemd's
/// password agents for it.
///
/// The format is that of [Password Agents][1]. systemd writes all values without quotes and escapes.
///
/// [1]: https://systemd.io/PASSWORD_AGENTS/
public struct SystemdQuestion: Hashable, Sendable {
  /// The text that replaces a missing message.
  public static let defaultMessage = "A system service needs a password"

  /// The process that asks. 0 if the file names none.
  public let processID: Int32
  /// The absolute path of the datagram socket for the reply.
  public let socketPath: String
  /// Whether the user should see the answer.
  public let echoes: Bool
  /// The time of `CLOCK_MONOTONIC` at which the question expires, in microseconds. `nil` if it does not
  /// expire.
  public let expiryMicroseconds: UInt64?
  /// The text of the question, in one line. It may contain control characters.
  public let message: String
}

extension SystemdQuestion {
  /// Reads a question from the content of its file. Unknown keys and values that are not valid are ignored.
  ///
  /// - Parameter bytes: The content of the file.
  /// - Returns: `nil` if the file has no valid path of a socket, because the question cannot be answered.
  /// - Complexity: O(*n*) in the length of the file.
  public init?(parsing bytes: Span<UInt8>) {
    let section = AskSection(bytes)
    guard let path = section.path("Socket") else { return nil }
    socketPath = path
    processID = section.text("PID").flatMap { Int32($0) } ?? 0
    echoes = section.flag("Echo")
    let expiry = section.text("NotAfter").flatMap { UInt64($0) } ?? 0
    expiryMicroseconds = expiry == 0 ? nil : expiry
    message = section.text("Message") ?? Self.defaultMessage
  }

  /// Returns whether the question has expired or its process has exited.
  ///
  /// - Parameter microseconds: The current time of `CLOCK_MONOTONIC`.
  public func hasEnded(at microseconds: UInt64) -> Bool {
    if let expiryMicroseconds, expiryMicroseconds <= microseconds { return true }
    return ProcessEnd.hasOccurred(of: processID)
  }
}

/// The keys and values of the section `[Ask]`.
private struct AskSection {
  /// The last value of each key.
  private var values: [String: ArraySlice<UInt8>] = [:]

  init(_ bytes: Span<UInt8>) {
    let bytes = bytes.withUnsafeBufferPointer(Array.init)
    var isInside = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.withoutBlanks
      switch line.first {
      case nil, UInt8(ascii: "#"), UInt8(ascii: ";"): continue
      case UInt8(ascii: "["): isInside = line.elementsEqual("[Ask]".utf8)
      default: if isInside { addValue(in: line) }
      }
    }
  }

  private mutating func addValue(in line: ArraySlice<UInt8>) {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
    let key = String(decoding: line[..<sign].withoutBlanks, as: UTF8.self)
    values[key] = line[(sign + 1)...].withoutBlanks
  }

  /// Returns a value as a text. `nil` if the key is missing or the value is empty.
  func text(_ key: String) -> String? {
    guard let value = values[key], !value.isEmpty else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  /// Returns a value that is an absolute path. `nil` if it is not, or if it is too long for a socket.
  func path(_ key: String) -> String? {
    guard let value = values[key], value.first == UInt8(ascii: "/"), !value.contains(0),
      value.count <= maximumSocketPathLength
    else { return nil }
    return String(validating: value, as: UTF8.self)
  }

  /// Returns whether a value is one of systemd's words for "true" (systemd.syntax(7)).
  func flag(_ key: String) -> Bool {
    text(key).map { ["1", "yes", "y", "true", "t", "on"].contains($0.lowercased()) } ?? false
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces, tabs and carriage returns at both ends.
  fileprivate var withoutBlanks: ArraySlice {
    let isText: (UInt8) -> Bool = { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else { return [] }
    return self[first...last]
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
  /// - Throws: The error of the system call that creates, watches or resolves the directory.
  public init(path: String) throws(FileError) {
    try Directory.create(path, mode: 0o755, isDurable: false)
    watch = try DirectoryWatch()
    try watch.add(path)
    self.path = path
    guard let resolved = realpath(path, nil) else { throw FileError(path: path, errno: errno) }
    defer { free(resolved) }
    socketDirectories = [path, String(cString: resolved)].map {
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
  public static func send(password: borrowing SecureText, to socketPath: String) throws(FileError) {
    try check(password.withFramedBytes(prefix: "+") { send($0, to: socketPath) }, socketPath)
  }

  /// Cancels a question.
  public static func sendCancellation(to socketPath: String) throws(FileError) {
    try check(withUnsafeBytes(of: UInt8(ascii: "-")) { send($0, to: socketPath) }, socketPath)
  }

  private static func check(_ status: CInt, _ path: String) throws(FileError) {
    guard status == 0 else { throw FileError(path: path, errno: status) }
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
