import Glibc

/// A pipe from a child to this process.
struct Pipe: ~Copyable {
  /// Where this process reads.
  private let readingEnd: Int32
  /// What the child inherits; closed here once the child has it.
  private(set) var writingEnd: Int32?

  init() throws(ScreenDriverError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .file(path: "pipe", reason: lastErrorMessage())
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    if let writingEnd { close(writingEnd) }
    close(readingEnd)
  }

  /// Leaves the child as the only writer, so that its end is seen as the end of the pipe.
  mutating func closeWritingEnd() {
    if let writingEnd { close(writingEnd) }
    writingEnd = nil
  }

  /// Reads up to the next line feed.
  ///
  /// - Returns: The line without it, or `nil` where the pipe ends or the deadline passes first.
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

/// What `errno` means, in words.
func lastErrorMessage() -> String { errorMessage(errno) }

/// What an error number means, in words (`strerror(3)`).
func errorMessage(_ number: Int32) -> String {
  guard let message = strerror(number) else { return "error \(number)" }
  return String(cString: message)
}
