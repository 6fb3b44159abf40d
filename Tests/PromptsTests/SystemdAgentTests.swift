import Glibc
import ScreenDriver
import Secrets
import System
import TestSupport
import Testing

@testable import Prompts

@Suite final class `Systemd question directory` {
  private let root: TemporaryDirectory

  init() throws { root = try TemporaryDirectory() }

  /// The path of the watched directory, which does not exist at first.
  private var path: String { "\(root.path)/systemd/ask-password" }

  private func watched() throws -> SystemdQuestionDirectory { try SystemdQuestionDirectory(path: path) }

  private func write(_ message: String, to name: String) throws {
    try ScreenDriver.write("[Ask]\nSocket=\(path)/sck\nMessage=\(message)\n", toFile: "\(path)/\(name)")
  }

  /// Returns whether the descriptor of a directory is readable.
  ///
  /// - Parameter timeout: The maximum waiting time in milliseconds.
  private func hasChanges(
    in directory: borrowing SystemdQuestionDirectory, timeout: Int32 = 120_000
  ) -> Bool {
    var polled = pollfd(fd: directory.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, timeout) == 1
  }

  /// Expects a change, and no further change after reading it.
  private func expectChange(
    in directory: inout SystemdQuestionDirectory, _ change: () throws -> Void
  ) rethrows {
    let hadChanges = hasChanges(in: directory, timeout: 0)
    #expect(!hadChanges)
    try change()
    let hasChanges = hasChanges(in: directory)
    #expect(hasChanges)
    let isWatched = directory.readChanges()
    #expect(isWatched)
    let hasMoreChanges = self.hasChanges(in: directory, timeout: 0)
    #expect(!hasMoreChanges)
  }

  @Test func `creates missing directories that other users can read`() throws {
    let directory = try watched()
    let questions = directory.questions()
    #expect(questions.isEmpty)
    for path in [path, "\(root.path)/systemd"] {
      let mode = try permissions(of: path)
      #expect(mode & 0o700 == 0o700)
      #expect(mode & 0o022 == 0)
    }
    _ = try SystemdQuestionDirectory(path: "\(root.path)//a//b/")
    #expect(try names(inDirectory: "\(root.path)/a") == ["b"])
  }

  @Test func `reports a shortage because of which questions may be missing`() async throws {
    await #expect(processExitsWith: .success) {
      let root = try TemporaryDirectory()
      let directory = try SystemdQuestionDirectory(path: root.path)
      for name in ["ask.a", "ask.b"] {
        try ScreenDriver.write(
          "[Ask]\nSocket=\(root.path)/sck\nMessage=Unlock\n", toFile: "\(root.path)/\(name)")
      }
      // Not a shortage.
      symlink("/dev/null", "\(root.path)/ask.link")
      var (limit, none, errors) = (rlimit(), rlimit(), [CInt]())
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      none.rlim_max = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
      let without = directory.questions { errors.append($0.errno) }.count
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #expect(without == 0 && errors == [EMFILE])
      let later = directory.questions { errors.append($0.errno) }.count
      #expect(later == 2 && errors.count == 1)
    }
  }

  @Test func `skips a question whose message names a socket elsewhere`() throws {
    let directory = try watched()
    for (index, socket) in ["/tmp/elsewhere", "\(path)/../elsewhere", "\(path)-2/sck", "\(path)/a/sck"]
      .enumerated()
    {
      try write("Unlock\nSocket=\(socket)", to: "ask.\(index)")
    }
    try write("Unlock", to: "ask.own")
    let names = directory.questions().map(\.name)
    #expect(names == ["ask.own"])
  }

  @Test(arguments: ["systemd/./ask-password", "systemd//ask-password//", "link"])
  func `finds questions in a directory with another name`(name: String) throws {
    _ = try watched()
    symlink(path, "\(root.path)/link")
    try write("Unlock", to: "ask.1")
    let names = try SystemdQuestionDirectory(path: "\(root.path)/\(name)").questions().map(\.name)
    #expect(names == ["ask.1"])
  }

  @Test func `keeps the permissions of an existing directory`() throws {
    _ = try watched()
    chmod(path, 0o700)
    _ = try watched()
    #expect(try permissions(of: path) == 0o700)
  }

  @Test func `reports a path that is not a directory`() throws {
    let file = "\(root.path)/file"
    try ScreenDriver.write("", toFile: file)
    for path in [file, "\(file)/below"] {
      #expect(throws: FileError(path: path, errno: ENOTDIR)) { _ = try SystemdQuestionDirectory(path: path) }
    }
  }

  @Test func `reports an empty path and a long one`() {
    let long = root.path + String(repeating: "/a", count: 3000)
    for (path, code) in [("", ENOENT), (long, ENAMETOOLONG)] {
      #expect(throws: FileError(path: path, errno: code)) {
        _ = try SystemdQuestionDirectory(path: path)
      }
    }
  }

  @Test func `does not pass its descriptor to other programs and does not wait`() throws {
    let directory = try watched()
    let flags = (fcntl(directory.descriptor, F_GETFD), fcntl(directory.descriptor, F_GETFL))
    #expect(flags.0 & FD_CLOEXEC != 0)
    #expect(flags.1 & O_NONBLOCK != 0)
    let isWatched = directory.readChanges()
    #expect(isWatched)
  }

  @Test func `lists questions by the names of their files`() throws {
    _ = try watched()
    for name in ["ask.b", "tmp.a", "ask.a", ".ask.c", "task.d", "ASK.e", "sck.f", "ask"] {
      try write(name, to: name)
    }
    for path in [path, "\(path)/"] {
      let questions = try SystemdQuestionDirectory(path: path).questions()
      #expect(questions.map(\.name) == ["ask.a", "ask.b"])
      #expect(questions.map(\.question.message) == ["ask.a", "ask.b"])
    }
  }

  @Test(.timeLimit(.minutes(5))) func `skips files that are not questions`() throws {
    let directory = try watched()
    try write("target", to: "target")
    symlink("target", "\(path)/ask.link")
    symlink("/dev/zero", "\(path)/ask.device")
    mkfifo("\(path)/ask.pipe", 0o600)
    mkdir("\(path)/ask.directory", 0o700)
    try write(String(repeating: "x", count: 1 << 20), to: "ask.large")
    // The file consists of these texts, the path of the socket and the message.
    let frameSize = "[Ask]\nSocket=\(path)/sck\nMessage=\n".utf8.count
    try write(String(repeating: "x", count: (64 << 10) - frameSize + 1), to: "ask.limit+1")
    try write(String(repeating: "x", count: (64 << 10) - frameSize), to: "ask.limit")
    try ScreenDriver.write("", toFile: "\(path)/ask.empty")
    try ScreenDriver.write("[Ask]\nMessage=no socket\n", toFile: "\(path)/ask.unanswerable")
    let binary = try #require(fopen("\(path)/ask.binary", "we"))
    fwrite((0..<4096).map { UInt8(truncatingIfNeeded: $0) }, 1, 4096, binary)
    fclose(binary)
    let file = open("\(path)/ask.\u{FF}", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    close(file)
    try write("good", to: "ask.good")
    let names = directory.questions().map(\.name)
    #expect(names == ["ask.good", "ask.limit"])
  }

  @Test(.enabled(if: geteuid() != 0, "root has all permissions"))
  func `skips files that the user must not read`() throws {
    let directory = try watched()
    try write("secret", to: "ask.a")
    chmod("\(path)/ask.a", 0)
    let questions = directory.questions()
    #expect(questions.isEmpty)
  }

  @Test func `reports a file that is written, renamed or removed`() throws {
    var directory = try watched()
    try expectChange(in: &directory) { try write("a", to: "ask.a") }
    #expect(directory.questions().map(\.name) == ["ask.a"])
    expectChange(in: &directory) { rename("\(path)/ask.a", "\(root.path)/ask.a") }
    #expect(directory.questions().isEmpty)
    expectChange(in: &directory) { rename("\(root.path)/ask.a", "\(path)/ask.b") }
    #expect(directory.questions().map(\.name) == ["ask.b"])
    expectChange(in: &directory) { unlink("\(path)/ask.b") }
    #expect(directory.questions().isEmpty)
  }

  @Test func `contains a file until it is removed`() throws {
    let directory = try watched()
    try write("a", to: "ask.a")
    symlink("ask.a", "\(path)/ask.link")
    let isBefore = (directory.contains("ask.a"), directory.contains("ask.b"), directory.contains("ask.link"))
    #expect(isBefore == (true, false, false))
    unlink("\(path)/ask.a")
    let isAfter = directory.contains("ask.a")
    #expect(!isAfter)
  }

  @Test(arguments: [true, false]) func `ends when the directory is removed or renamed`(isRemoved: Bool) throws
  {
    let directory = try watched()
    try write("a", to: "ask.a")
    let isWatchedBefore = directory.readChanges()
    #expect(isWatchedBefore)
    if isRemoved {
      unlink("\(path)/ask.a")
      rmdir(path)
    } else {
      rename(path, "\(path)-old")
    }
    let hasChanges = hasChanges(in: directory)
    #expect(hasChanges)
    let isWatched = directory.readChanges()
    #expect(!isWatched)
    let questions = directory.questions()
    #expect(questions.isEmpty)
    var next = try watched()
    try expectChange(in: &next) { try write("b", to: "ask.b") }
  }

  @Test func `stays watched when the kernel discards events`() throws {
    var directory = try watched()
    // More than the usual limit of 16,384 events. Two files, because equal successive events are merged.
    for count in 0..<20_000 {
      close(open("\(path)/ask.\(count % 2)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    }
    let isWatched = directory.readChanges()
    #expect(isWatched)
    let hasMoreChanges = hasChanges(in: directory, timeout: 0)
    #expect(!hasMoreChanges)
    try expectChange(in: &directory) { try write("a", to: "ask.a") }
  }
}

/// A datagram socket in the file system, as a program that asks for a password opens it.
private struct DatagramSocket: ~Copyable {
  let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

  init(boundTo path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let number = descriptor
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
  }

  deinit { close(descriptor) }

  /// Returns the next datagram, or `nil` if none has been sent.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : Array(buffer[..<count])
  }
}

@Suite final class `Reply to systemd` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { "\(directory.path)/sck.1" }

  private func password(_ text: String) throws -> SecureText {
    var password = SecureText()
    let insertion = password.replace(graphemes: 0..<0, with: Array(text.utf8).span)
    if case .rejected(let rejection) = insertion { Issue.record("\(rejection)") }
    return password
  }

  private func send(_ text: String) throws {
    try SystemdReply.send(password: try password(text), to: path)
  }

  @Test(arguments: ["", "a", "-", "+ b", "p\u{E4}ss \u{1F511}"])
  func `is one datagram with a plus sign and the password`(text: String) throws {
    let socket = try DatagramSocket(boundTo: path)
    try send(text)
    let datagrams = (socket.receive(), socket.receive())
    #expect(datagrams.0 == Array("+\(text)".utf8))
    #expect(datagrams.1 == nil)
  }

  @Test func `is a minus sign if the user cancels`() throws {
    let socket = try DatagramSocket(boundTo: path)
    try SystemdReply.sendCancellation(to: path)
    let datagrams = (socket.receive(), socket.receive())
    #expect(datagrams.0 == Array("-".utf8))
    #expect(datagrams.1 == nil)
  }

  @Test func `has at most 2048 bytes`() throws {
    let socket = try DatagramSocket(boundTo: path)
    let longest = String(repeating: "\u{E4}", count: 1023) + "a"
    try send(longest)
    let datagram = socket.receive()
    #expect(datagram == Array("+\(longest)".utf8) && datagram?.count == 2048)
    let tooLong = FileError(path: path, errno: EMSGSIZE)
    #expect(throws: tooLong) { try self.send(String(repeating: "\u{E4}", count: 1024)) }
    let other = socket.receive()
    #expect(other == nil)
  }

  private func expectError(_ code: CInt, at path: String) {
    let error = FileError(path: path, errno: code)
    #expect(throws: error) { try SystemdReply.send(password: try self.password("a"), to: path) }
    #expect(throws: error) { try SystemdReply.sendCancellation(to: path) }
  }

  @Test func `reports a socket that is missing, closed or not a socket`() throws {
    expectError(ENOENT, at: path)
    _ = try DatagramSocket(boundTo: path)
    expectError(ECONNREFUSED, at: path)
    try write("", toFile: "\(directory.path)/file")
    expectError(ECONNREFUSED, at: "\(directory.path)/file")
    expectError(ECONNREFUSED, at: "")
  }

  @Test func `reports a path that is too long`() throws {
    let prefix = "\(directory.path)/"
    let longest = prefix + String(repeating: "s", count: 107 - prefix.utf8.count)
    let socket = try DatagramSocket(boundTo: longest)
    try SystemdReply.sendCancellation(to: longest)
    let datagram = socket.receive()
    #expect(datagram != nil)
    expectError(ENAMETOOLONG, at: longest + "s")
  }

  @Test(.timeLimit(.minutes(5))) func `does not wait if the socket is full`() throws {
    let socket = try DatagramSocket(boundTo: path)
    let full = FileError(path: path, errno: EAGAIN)
    #expect(throws: full) { for _ in 0..<100_000 { try self.send("a") } }
    let datagram = socket.receive()
    #expect(datagram != nil)
  }

  @Test(.enabled(if: geteuid() != 0, "root has all permissions"))
  func `reports a missing permission`() throws {
    let socket = try DatagramSocket(boundTo: path)
    chmod(path, 0)
    expectError(EACCES, at: path)
    let datagram = socket.receive()
    #expect(datagram == nil)
  }
}
