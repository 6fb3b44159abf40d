import ArgumentParser
import Glibc
import System

/// The entry point: parses the command line and executes it.
@main
struct Main {
  static func main() {
    ProcessHardening.disableCoreFiles()
    do {
      // Without arguments the parser is skipped: it takes a fifth of the program's launch time.
      guard CommandLine.argc > 1 else { exit(MainWindow.run(WindowOptions())) }
      var command = try TactileCommand.parseAsRoot()
      try command.run()
      exit(ExitStatus.success)
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch {
      printAndExit(for: error)
    }
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
