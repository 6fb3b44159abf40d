import ArgumentParser
import Glibc

/// The entry point: reads the command line, and runs the window it asks for.
@main
struct Main {
  static func main() {
    do {
      // To find out what could be asked for takes the parser a fifth of the program's start.
      let isAsked = CommandLine.argc > 1
      exit(Program.run(isAsked ? try TactileCommand.parse().options : WindowOptions()))
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
