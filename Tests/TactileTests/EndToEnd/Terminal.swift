import Glibc
import ScreenDriver

/// A terminal without a screen, which a test types into.
struct Terminal: ~Copyable {
  /// Where a person sits.
  private let keyboard: Int32
  /// What a program has for its input and its output.
  let line: Int32

  /// Requests of ioctl_tty(2), which are macros in C.
  private enum Request {
    /// `TIOCSPTLCK`
    static let lock: UInt = 0x4004_5431
    /// `TIOCGPTPEER`
    static let openLine: UInt = 0x5441
  }

  init() throws(ScreenDriverError) {
    var isLocked: Int32 = 0
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    _ = ioctl(keyboard, Request.lock, &isLocked)
    line = ioctl(keyboard, Request.openLine, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard line >= 0 else {
      throw .file(path: "/dev/ptmx", reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    close(line)
    close(keyboard)
  }

  /// Whether it shows what is typed.
  var echoes: Bool {
    var settings = termios()
    tcgetattr(line, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Waits until it shows what is typed, or does not.
  func waitUntil(echoes expected: Bool) throws {
    _ = try Deadline(after: .patience).poll(for: "the echo to be \(expected)") {
      echoes == expected ? () : nil
    }
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(keyboard, bytes, bytes.count)
  }

  /// All that it has shown, once `last` is there.
  ///
  /// What a program has written comes in pieces, and may come after the program's end.
  func picture(waitingFor last: String) throws -> String {
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    var shown: [UInt8] = []
    return try Deadline(after: .patience).poll(for: "the terminal to show \(last)") {
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(keyboard, &piece, piece.count)
      shown += piece.prefix(max(0, count))
      let picture = String(decoding: shown, as: UTF8.self)
      return picture.contains(last) ? picture : nil
    }
  }
}
