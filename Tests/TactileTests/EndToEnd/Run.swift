import Glibc
import ScreenDriver

/// The result of running the program without a display.
struct Run {
  let termination: ChildProcess.TerminationReason
  let output: String
  let errorOutput: String
  /// The number of bytes that the program read from its input.
  let readCount: Int

  /// - Parameters:
  ///   - launcher: A program that starts it, with its own arguments.
  ///   - input: The standard input.
  init(
    _ arguments: [String], by launcher: [String] = [], environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws {
    let command = launcher + [Program.path] + arguments
    let directory = try TemporaryDirectory()
    let source = open("\(directory.path)/in", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { close(source) }
    _ = write(source, input, input.count)
    lseek(source, 0, SEEK_SET)
    var program = try ChildProcess(
      command[0], Array(command.dropFirst()),
      environment: ChildProcess.privateEnvironment(in: directory.path).merging(environment) { $1 },
      redirections: [
        .descriptor(source, as: 0), .file("\(directory.path)/out", as: 1),
        .file("\(directory.path)/err", as: 2),
      ])
    termination = try program.waitForExit(within: .defaultTimeout)
    readCount = Int(lseek(source, 0, SEEK_CUR))
    output = try contents(ofFile: "\(directory.path)/out")
    errorOutput = try contents(ofFile: "\(directory.path)/err")
  }
}
