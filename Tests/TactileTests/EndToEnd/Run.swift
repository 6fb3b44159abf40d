import Glibc
import ScreenDriver

/// What the program did without any display.
struct Run {
  let ending: ChildProcess.Ending
  let output: String
  let complaints: String
  /// How many bytes of the input it read.
  let readCount: Int

  /// - Parameters:
  ///   - launcher: What starts it, with arguments of its own.
  ///   - input: What it reads.
  init(
    _ arguments: [String], by launcher: [String] = [], environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws {
    let words = launcher + [Program.path] + arguments
    let folder = try TemporaryFolder()
    let source = open("\(folder.path)/in", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { close(source) }
    _ = write(source, input, input.count)
    lseek(source, 0, SEEK_SET)
    var program = try ChildProcess(
      words[0], Array(words.dropFirst()),
      environment: ChildProcess.privateEnvironment(in: folder.path).merging(environment) { $1 },
      redirections: [
        .descriptor(source, as: 0), .file("\(folder.path)/out", as: 1),
        .file("\(folder.path)/err", as: 2),
      ])
    ending = try program.ending(within: .patience)
    readCount = Int(lseek(source, 0, SEEK_CUR))
    output = try contents(ofFile: "\(folder.path)/out")
    complaints = try contents(ofFile: "\(folder.path)/err")
  }
}
