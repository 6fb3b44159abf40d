import Glibc
import ScreenDriver

/// A program with pipes as its standard input and output. It is ended when this value is destroyed.
struct DialogClient: ~Copyable {
  /// The result of a program.
  struct Result: Equatable {
    let termination: ChildProcess.TerminationReason
    let output: String
    let errors: String
  }

  var process: ChildProcess
  private var input: Int32?
  private var output: Int32?
  private var pending: [UInt8] = []
  private let directory: TemporaryDirectory

  /// The path of the file with the standard error.
  var errorPath: String { "\(directory.path)/errors" }

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    let directory = try TemporaryDirectory()
    let (input, output) = (try Self.makePipe(), try Self.makePipe())
    defer {
      close(input.reader)
      close(output.writer)
    }
    process = try ChildProcess(
      program, arguments, environment: environment,
      redirections: [
        .descriptor(input.reader, as: 0), .descriptor(output.writer, as: 1),
        .file("\(directory.path)/errors", as: 2),
      ])
    _ = fcntl(output.reader, F_SETFL, O_NONBLOCK)
    (self.input, self.output) = (input.writer, output.reader)
    self.directory = directory
  }

  deinit {
    if let input { close(input) }
    if let output { close(output) }
  }

  private static func makePipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ScreenDriverError.systemCall("create a pipe", reason: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Writes to the standard input.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    if let input { _ = write(input, bytes, bytes.count) }
  }

  mutating func closeInput() {
    if let input { close(input) }
    input = nil
  }

  mutating func closeOutput() {
    if let output { close(output) }
    output = nil
  }

  /// Returns the next line of the output, or `nil` at its end.
  mutating func line() throws -> String? {
    try Deadline(after: .defaultTimeout).poll(for: "a line of the output") { () -> String?? in
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeFirst(end + 1) }
        return .some(String(decoding: pending[..<end], as: UTF8.self))
      }
      return readAvailable() ? nil : .some(nil)
    }
  }

  /// Reads what has arrived. Returns `false` at the end of the output, when nothing was read before it.
  private mutating func readAvailable() -> Bool {
    guard let output else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var hasRead = false
    while true {
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return hasRead || count < 0 && (errno == EAGAIN || errno == EINTR) }
      pending += chunk[..<count]
      hasRead = true
    }
  }

  /// Waits for the exit, and returns the output that was not read before.
  mutating func result() throws -> Result {
    let termination = try process.waitForExit(within: .defaultTimeout)
    _ = readAvailable()
    defer { pending = [] }
    return Result(
      termination: termination, output: String(decoding: pending, as: UTF8.self),
      errors: try contents(ofFile: "\(directory.path)/errors"))
  }
}

/// The client's side of the Assuan protocol.
extension DialogClient {
  /// Returns the lines up to a reply, or up to an inquiry.
  mutating func reply() throws -> [String] {
    var lines: [String] = []
    while let line = try line() {
      lines.append(line)
      if ["OK", "ERR", "INQUIRE"].contains(line.split(separator: " ").first) { break }
    }
    return lines
  }

  /// Sends a request and returns its reply.
  mutating func request(_ line: String) throws -> [String] {
    send(line + "\n")
    return try reply()
  }
}
