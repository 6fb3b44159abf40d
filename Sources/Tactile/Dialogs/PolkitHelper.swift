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
  enum Kind { case program, service }

  /// The paths of the helper, of which the first one that works is used. Distributions have it in different directories.
  static let standardPaths = [
    "/run/polkit/agent-helper.socket", "/usr/lib/polkit-1/polkit-agent-helper-1",
    "/usr/libexec/polkit-agent-helper-1", "/usr/lib/policykit-1/polkit-agent-helper-1",
    "/usr/libexec/polkit-1/polkit-agent-helper-1", "/run/wrappers/bin/polkit-agent-helper-1",
  ]
  /// The time after which a helper is killed that does not end.
  private static let gracePeriod = Duration.seconds(2)

  private let application: Application
  private let onLine: (PolkitHelperLine) -> Void
  /// The connection to the program or the service.
  private let descriptor: Int32
  /// The program. `nil` for a service.
  private let process: ChildProcess?
  private var reader: SecretLineReader
  private var registration: EventRegistration?
  /// The end of the process after `stop()`, and the time at which it is killed.
  private var ending: (end: EventRegistration, kill: EventRegistration, deadline: Instant)?

  /// Starts a helper. Prints the reasons if no path is that of one that can be started.
  ///
  /// - Parameters:
  ///   - user: The name of the user to authenticate.
  ///   - onLine: Called with each line, and with a failure when the output ends, unless the helper is stopped.
  init?(
    at paths: [String], for user: String, cookie: String, in application: Application,
    onLine: @escaping (PolkitHelperLine) -> Void
  ) {
    guard let connection = Self.connect(to: paths, user) else { return nil }
    (self.application, self.onLine) = (application, onLine)
    (descriptor, process) = connection
    reader = SecretLineReader(descriptor, limit: PolkitHelperLine.maximumLength)
    // No other program may see the cookie, so a program gets it by its input, too, and not as an argument.
    let input = process == nil ? "\(user)\n\(cookie)\n" : "\(cookie)\n"
    input.utf8Span.span.withUnsafeBytes { write($0) }
    registration = application.watch(descriptor) { [unowned self] in read() }
  }

  deinit { close(descriptor) }

  /// Connects to the service or starts the program at the first path at which that succeeds.
  private static func connect(to paths: [String], _ user: String) -> (Int32, ChildProcess?)? {
    var reasons: [String] = []
    for path in paths {
      do throws(FileError) {
        switch kind(of: path) {
        case .service: return (try connect(to: path), nil)
        case .program: return try ChildProcess.connected([path, user])
        case nil: continue
        }
      } catch {
        reasons.append("\(error.path): \(error.reason)")
      }
    }
    let reason = reasons.isEmpty ? "It is not installed" : reasons.joined(separator: "; ")
    StandardError.print("cannot start polkit's helper. \(reason)")
    return nil
  }

  private static func connect(to path: String) throws(FileError) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0, withSocketAddress(path, { Int(Glibc.connect(descriptor, $0, $1)) }) == 0 else {
      let error = FileError(path: path, errno: errno)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Returns the kind of the helper at a path. `nil` if there is neither a socket nor a program that this user may start.
  static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: return .service
    case S_IFREG: return access(path, X_OK) == 0 ? .program : nil
    default: return nil
    }
  }

  private func read() {
    reader.read()
    while registration != nil,
      let line = reader.takeLine({ $0.withUnsafeBufferPointer { PolkitHelperLine($0) } })
    {
      onLine(line)
    }
    guard registration != nil, reader.hasEnded else { return }
    registration = nil
    onLine(.failure)
  }

  /// Sends an answer from locked memory by one call.
  ///
  /// - Returns: Whether the text can be an answer. It contains no line feed and no NUL.
  func send(_ answer: borrowing SecureText) -> Bool {
    answer.withFramedBytes(suffix: "\n") { bytes in
      guard !bytes.dropLast().contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else { return false }
      write(bytes)
      return true
    }
  }

  /// Writes by one call. Without the whole input, the helper would wait for the rest, so its input and output end then.
  private func write(_ bytes: UnsafeRawBufferPointer) {
    do throws(FileError) { try Output.write(bytes, to: descriptor, waiting: false) } catch {
      // A helper that has ended has said why.
      if error.errno != EPIPE { StandardError.print("cannot write to polkit's helper: \(error.reason)") }
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Ends the helper without a further line.
  func stop() {
    registration = nil
    guard let process, process.exitStatus() == nil else { return }
    process.send(SIGTERM)
    let deadline = application.now + Self.gracePeriod
    // The closures keep this object until the process has ended, and so its input: PAM counts the end of the input as a
    // failed attempt.
    ending = (
      application.watch(process.end.descriptor) { [self] in if process.exitStatus() != nil { ending = nil } },
      application.schedule(at: deadline) { _ in process.send(SIGKILL) }, deadline
    )
  }

  /// Waits until the process has ended after `stop()`, and kills it after its time. It is for the end of this program.
  func waitForEnd() {
    guard let process, let ending else { return }
    let rest = max(.zero, application.now.duration(to: ending.deadline))
    if !process.end.occurs(within: rest) {
      process.send(SIGKILL)
      _ = process.end.occurs(within: .seconds(1))
    }
    // Until its status is read, an ended process is the result of a wait for any child of this process.
    _ = process.exitStatus()
  }
}
