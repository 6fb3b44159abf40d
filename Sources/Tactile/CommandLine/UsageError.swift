import ArgumentParser
import Policies

/// The one-line messages about an invalid command line.
enum UsageError {
  /// Returns the parser's message, completed with the valid options or values if it lacks them.
  static func line(for error: any Error) -> String {
    if let error = error as? PolicyFileError { return error.description }
    let help = help(for: error)
    let message = TactileCommand.message(for: error).split(separator: "\n").joined(separator: " ")
    let text = message.last == "." || message.last == "?" ? message : "\(message)."
    if text.hasPrefix("Missing value"), let helpText = helpText(ofOptionIn: text, by: help) {
      return "\(text) \(helpText)"
    }
    let isUnknown = text.hasPrefix("Unknown") || text.hasPrefix("Unexpected")
    return isUnknown ? "\(text) Valid options: \(optionNames(in: help))." : text
  }

  /// Returns the help text of the option that a message names in quotation marks.
  private static func helpText(
    ofOptionIn text: String, by help: String
  ) -> Substring? {
    let quoted = text.split(separator: "'").dropFirst().first ?? ""
    return optionLines(of: help).first { $0.hasPrefix(quoted) }?.split(separator: "  ").last?
      .drop { $0 == " " }
  }

  /// Returns the names of all options, in the order of the help.
  private static func optionNames(in help: String) -> String {
    optionLines(of: help).flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }
      .joined(separator: ", ")
  }

  /// Returns the help's lines about options. Each line begins with the option's name.
  private static func optionLines(of help: String) -> [Substring] {
    help.split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("-") }
  }

  /// Returns the help of the command that an error is about.
  private static func help(for error: any Error) -> String {
    let usage = TactileCommand.fullMessage(for: error)
    let command = TactileCommand.configuration.subcommands.first {
      usage.contains("'tactile \($0.configuration.commandName ?? "") --help'")
    }
    return command.map { TactileCommand.helpMessage(for: $0, columns: .max) }
      ?? TactileCommand.helpMessage(columns: .max)
  }
}
