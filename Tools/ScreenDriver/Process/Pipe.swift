import Glibc

/// A pipe from a child to this process.
struct Pipe: ~Copyable {
  /// The descriptor that this process reads from.
  private let readingEnd: Int32
  /// The descriptor that the child inherits. It is closed in this process after the child has
  /// started.
  private(set) var writingEnd: Int32?

  init() throws(ScreenDriverError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .systemCall("create a pipe", reason: lastErrorMessage()) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    if let writingEnd { close(writingEnd) }
    close(readingEnd)
  }

  /// Closes this process's copy of the writing end, so that the pipe ends when the child exits.
  mutating func closeWritingEnd() {
    if let writingEnd { close(writingEnd) }
    writingEnd = nil
  }

  /// Reads up to the next line feed.
  ///
  /// - Returns: The line without the line feed. `nil` if the pipe ends or the deadline passes
  ///   first.
  func readLine(before deadline: Deadline) -> String? {
    var line: [UInt8] = []
    while deadline.waitToRead(readingEnd) {
      var byte: UInt8 = 0
      guard read(readingEnd, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}

/// Returns the message for `errno`.
func lastErrorMessage() -> String { errorMessage(errno) }

/// Returns the message for an error number (`strerror(3)`).
func errorMessage(_ number: Int32) -> String {
  guard let message = strerror(number) else { return "error \(number)" }
  return String(cString: message)
}
