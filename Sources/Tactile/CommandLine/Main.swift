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
      // Swift returns no words if it cannot read them, and a prompt must not become the window.
      guard let path = CommandLine.arguments.first else {
        StandardError.print("cannot read the command line; close other programs, and try again")
        exit(ExitStatus.failure)
      }
      let arguments = Array(CommandLine.arguments.dropFirst())
      // A link to the program stands for a command. Other programs start it with arguments of their own.
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix("pinentry") { exit(try PinentryCommand.run(arguments)) }
      if name.hasSuffix("askpass") {
        let prompt = arguments.isEmpty ? nil : arguments.joined(separator: " ")
        exit(try AskpassCommand.run(prompt, DialogSettings()))
      }
      // Without arguments the parser is skipped: it takes a fifth of the program's launch time.
      guard !arguments.isEmpty else { exit(try MainWindow.run(WindowOptions())) }
      var command = try TactileCommand.command(arguments)
      try command.run()
      exit(ExitStatus.success)
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch let error as WindowingError {
      StandardError.print(error.description)
      if case .cannotConnect = error { exit(ExitStatus.noDisplay) }
      exit(ExitStatus.failure)
    } catch  where TactileCommand.exitCode(for: error).isSuccess {
      // The text that `--help` or `--version` requests.
      print(TactileCommand.message(for: error))
      exit(ExitStatus.success)
    } catch {
      StandardError.print(UsageError.line(for: error))
      exit(ExitStatus.usage)
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
}
