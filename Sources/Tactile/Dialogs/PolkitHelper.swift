import CProcess
import Glibc
import Motion
import Prompts
import Secrets
import System
import Windowing

/// A running helper of polkit, which performs one attempt to authenticate a user by PAM.
///
/// It is a program with the permissions of root, or a service behind a socket since polkit 127.
final class PolkitHelper {
  /// The places of the helper, of which the first one that works is used. Distributions have them in different directories.
  static let standardPaths = [
    "/run/polkit/agent-helper.socket", "/usr/lib/polkit-1/polkit-agent-helper-1",
    "/usr/libexec/polkit-agent-helper-1", "/usr/lib/policykit-1/polkit-agent-helper-1",
    "/usr/libexec/polkit-1/polkit-agent-helper-1", "/run/wrappers/bin/polkit-agent-helper-1",
  ]
  /// The time after which a helper is killed that does not end.
  private static let gracePeriod = Duration.seconds(2)

  private let application: Application
  private let onLine: (PolkitHelperLine) -> Void
  /// The program. `nil` for a service.
  private var process: ChildProcess?
  /// The descriptors, which are equal for a service.
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var lines = PolkitHelperOutput()
  private var registration: EventRegistration?
  /// The end of the process after `stop()`, and the time at which it is killed.
  private var ending: (end: EventRegistration, deadline: EventRegistration)?

  /// Starts a helper.
  ///
  /// - Parameters:
  ///   - user: The name of the user to authenticate.
  ///   - onLine: Called with each line, and with a failure when the output ends, unless the helper is stopped.
  /// - Throws: The error of the last place.
  init(
    at paths: [String], for user: String, cookie: String, in application: Application,
    onLine: @escaping (PolkitHelperLine) -> Void
  ) throws(FileError) {
    (self.application, self.onLine) = (application, onLine)
    var error = FileError(path: "polkit-agent-helper-1", errno: ENOENT)
    for path in paths {
      do throws(FileError) {
        if try FileStatus.of(path, followsLinks: true)?.kind == .other {
          try connect(to: path)
        } else if access(path, X_OK) == 0 {
          try start(path, user)
        }
      } catch let failure {
        error = failure
      }
      if input >= 0 { break }
    }
    guard input >= 0 else { throw error }
    // A service gets no argument. No other program may see the cookie, so it is none for a program either.
    let start = process == nil ? "\(user)\n\(cookie)\n" : "\(cookie)\n"
    do throws(FileError) { try Output.write(start, to: input, waiting: false) } catch {
      stop()
      throw error
    }
    registration = application.watch(output) { [unowned self] in read() }
  }

  deinit { closeDescriptors() }

  private func connect(to path: String) throws(FileError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else { throw FileError(path: path, errno: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
    }
    guard status == 0 else {
      defer { close(descriptor) }
      throw FileError(path: path, errno: errno)
    }
    (input, output) = (descriptor, descriptor)
  }

  private func start(_ path: String, _ user: String) throws(FileError) {
    var (toHelper, fromHelper): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe2(&toHelper, O_CLOEXEC) == 0 else { throw FileError(path: path, errno: errno) }
    defer { close(toHelper[0]) }
    guard pipe2(&fromHelper, O_CLOEXEC) == 0 else {
      defer { close(toHelper[1]) }
      throw FileError(path: path, errno: errno)
    }
    defer { close(fromHelper[1]) }
    for end in [toHelper[1], fromHelper[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    do throws(FileError) {
      process = try ChildProcess(
        [path, user], input: toHelper[0], output: fromHelper[1], inheritsDescriptors: false,
        startsSession: false)
    } catch {
      for end in [toHelper[1], fromHelper[0]] { close(end) }
      throw error
    }
    (input, output) = (toHelper[1], fromHelper[0])
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(output, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count <= 0 { registration = nil }
    for line in lines.receive(bytes.prefix(max(0, count))) { onLine(line) }
  }

  /// Sends an answer from locked memory by one call.
  ///
  /// - Returns: Whether the text can be an answer. It contains no line feed and no NUL.
  func send(_ answer: borrowing SecureText) -> Bool {
    answer.withFramedBytes(suffix: "\n") { bytes in
      guard !bytes.dropLast().contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else { return false }
      // If the helper has ended, its output ends as well.
      try? Output.write(bytes, to: input, waiting: false)
      return true
    }
  }

  /// Ends the helper without a further line.
  func stop() {
    registration = nil
    // The signal comes first: PAM counts the end of its input as a failed attempt.
    process?.send(SIGTERM)
    closeDescriptors()
    guard let process, process.exitStatus() == nil else { return }
    let deadline = application.now + Self.gracePeriod
    // The closures keep this object until the process has ended.
    ending = (
      application.watch(process.descriptor) { [self] in if process.exitStatus() != nil { ending = nil } },
      application.schedule(at: deadline) { _ in process.send(SIGKILL) }
    )
  }

  private func closeDescriptors() {
    if output != input, output >= 0 { close(output) }
    if input >= 0 { close(input) }
    (input, output) = (-1, -1)
  }
}
