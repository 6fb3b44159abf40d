import ArgumentParser
import Glibc
import System
import Windowing

/// The entry point: parses the command line and executes it.
@main
struct Main {
  static func main() {
    ProcessHardening.disableCoreFiles()
    openMissingStandardStreams()
    do {
      if let status = try runLink() { exit(status) }
      // Without arguments the parser is skipped: it takes a fifth of the program's launch time.
      guard CommandLine.argc > 1 else { exit(try MainWindow.run(WindowOptions())) }
      var command = try TactileCommand.command(Array(CommandLine.arguments.dropFirst()))
      try command.run()
      exit(ExitStatus.success)
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch let error as WindowingError {
      StandardError.print(error.description)
      if case .cannotConnect = error { exit(ExitStatus.noDisplay) }
      exit(ExitStatus.failure)
    } catch {
      printAndExit(for: error)
    }
  }

  /// Opens `/dev/null` on each standard descriptor that is closed.
  ///
  /// Otherwise the X connection could get descriptor 1, and an answer would be written into it. The descriptors are
  /// for reading only, so writing an answer to one fails. Programs that this one starts inherit them.
  private static func openMissingStandardStreams() {
    var descriptor = open("/dev/null", O_RDONLY)
    while (0...STDERR_FILENO).contains(descriptor) { descriptor = open("/dev/null", O_RDONLY) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs the command that the name of the program stands for, if it was started by such a link. Other programs
  /// start it with arguments of their own.
  ///
  /// - Returns: The exit status, or `nil` for another name.
  private static func runLink() throws(WindowingError) -> Int32? {
    let arguments = CommandLine.arguments
    guard let name = arguments.first?.split(separator: "/").last else { return nil }
    let rest = Array(arguments.dropFirst())
    if name.hasPrefix("pinentry") { return try PinentryCommand.run(rest) }
    guard name.hasSuffix("askpass") else { return nil }
    return try AskpassCommand.run(rest.isEmpty ? nil : rest.joined(separator: " "), DialogSettings())
  }

  /// Prints the requested text (`--help`, `--version`) or a one-line error message, and exits.
  private static func printAndExit(for error: any Error) -> Never {
    if TactileCommand.exitCode(for: error).isSuccess {
      print(TactileCommand.message(for: error))
      exit(ExitStatus.success)
    }
    StandardError.print(UsageError.line(for: error))
    exit(ExitStatus.usage)
  }
}
