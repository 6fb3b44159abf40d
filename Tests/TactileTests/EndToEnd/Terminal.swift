import Glibc
import ScreenDriver

/// A pseudoterminal whose user is a test.
struct Terminal: ~Copyable {
  /// The user's end, which types and reads.
  private let userSide: Int32
  /// The program's end, for its input and output.
  let programSide: Int32

  /// Requests of ioctl_tty(2), which are macros in C.
  private enum Request {
    /// `TIOCSPTLCK`
    static let lock: UInt = 0x4004_5431
    /// `TIOCGPTPEER`
    static let openPeer: UInt = 0x5441
  }

  init() throws(ScreenDriverError) {
    var isLocked: Int32 = 0
    userSide = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    _ = ioctl(userSide, Request.lock, &isLocked)
    programSide = ioctl(userSide, Request.openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard programSide >= 0 else {
      throw .file(path: "/dev/ptmx", reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    close(programSide)
    close(userSide)
  }

  /// Whether the terminal echoes typed text.
  var echoes: Bool {
    var settings = termios()
    tcgetattr(programSide, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Waits until the terminal echoes typed text, or does not.
  func waitUntil(echoes expected: Bool) throws {
    _ = try Deadline(after: .defaultTimeout).poll(for: "the echo to be \(expected)") {
      echoes == expected ? () : nil
    }
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(userSide, bytes, bytes.count)
  }

  /// Returns the complete output after it contains `last`.
  ///
  /// The output of a program arrives in chunks, possibly after the program has exited.
  func output(waitingFor last: String) throws -> String {
    _ = fcntl(userSide, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    return try Deadline(after: .defaultTimeout).poll(for: "the terminal to show \(last)") {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(userSide, &chunk, chunk.count)
      bytes += chunk.prefix(max(0, count))
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains(last) ? text : nil
    }
  }
}
