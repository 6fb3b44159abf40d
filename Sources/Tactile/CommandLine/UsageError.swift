import ArgumentParser
import Policies

/// The one-line messages about an invalid command line.
enum UsageError {
  /// Returns the parser's message, completed with the valid options or values if it lacks them.
  static func line(for error: any Error) -> String {
    if let error = error as? ConfigurationFileError { return error.description }
    let help = help(for: error)
    // The parser writes more than five values on lines of their own.
    let list = TactileCommand.message(for: error).replacing("the following:\n  - ", with: "")
    let lines = list.replacing("\n  - ", with: ", ").split(separator: "\n")
    let message = lines.joined(separator: " ")
    let text = message.last == "." || message.last == "?" ? message : "\(message)."
    let isInvalid = text.hasPrefix("The value '") && text.hasSuffix("'.") && !text.contains("Please provide")
    let lacksValues = isInvalid || text.hasPrefix("Missing value")
    if lacksValues, let helpText = helpText(ofOptionIn: text, by: help) { return "\(text) \(helpText)" }
    let isUnexpected = text.hasPrefix("Unexpected")
    guard isUnexpected || text.hasPrefix("Unknown") else { return text }
    let takesCommand = isUnexpected && help == TactileCommand.helpMessage(columns: .max)
    let commands = takesCommand ? " Valid commands: \(commandNames)." : ""
    return "\(text)\(commands) Valid options: \(optionNames(in: help))."
  }

  /// Returns the help text of the option that a message names last in quotation marks. The text follows
  /// the value of the option on the same line, or on the next line if the option is long.
  private static func helpText(ofOptionIn text: String, by help: String) -> Substring? {
    let option = text.split { $0 == "'" || $0 == " " }.last { $0.hasPrefix("--") } ?? ""
    let lines = help.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard let index = lines.firstIndex(where: { $0.hasPrefix("\(option) ") }) else { return nil }
    let text = lines[index].drop { $0 != ">" }.dropFirst().drop { $0 == " " }
    return text.isEmpty ? lines[(index + 1)...].first : text
  }

  private static var commandNames: String {
    let commands = TactileCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    return (commands + ["help"]).joined(separator: ", ")
  }

  /// Returns the names of all options, in the order of the help. The lines about options begin with a name.
  private static func optionNames(in help: String) -> String {
    let lines = help.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("-") }
    return lines.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }.joined(separator: ", ")
  }

  /// Returns the help of the command that an error is about.
  private static func help(for error: any Error) -> String {
    let usage = TactileCommand.fullMessage(for: error)
    let command = TactileCommand.configuration.subcommands.first {
      usage.contains("\($0.configuration.commandName ?? "") --help'")
    }
    return command.map { TactileCommand.helpMessage(for: $0, columns: .max) }
      ?? TactileCommand.helpMessage(columns: .max)
  }
}
