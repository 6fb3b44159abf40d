import ArgumentParser
import Glibc

/// The entry point: reads the command line, and does what it asks for.
@main
struct Main {
  static func main() {
    ProcessSecrecy.forbidCoreFiles()
    do {
      // To find out what could be asked for takes the parser a fifth of the program's start.
      guard CommandLine.argc > 1 else { exit(Program.run(WindowOptions())) }
      var command = try TactileCommand.parseAsRoot()
      try command.run()
      exit(ExitStatus.success)
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch {
      leave(becauseOf: error)
    }
  }

  /// Prints what was asked for (`--help`, `--version`), or in one line what is wrong and allowed.
  private static func leave(becauseOf error: any Error) -> Never {
    if TactileCommand.exitCode(for: error).isSuccess {
      print(TactileCommand.message(for: error))
      exit(ExitStatus.success)
    }
    StandardError.print(UsageError.line(for: error))
    exit(ExitStatus.usage)
  }
}
