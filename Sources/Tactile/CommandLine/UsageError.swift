import ArgumentParser
import Policies

/// What is wrong with a command line, told in one line.
enum UsageError {
  /// The parser's own words, and what is allowed where they leave that out.
  static func line(for error: any Error) -> String {
    if let error = error as? PolicyFileError { return error.description }
    let help = help(for: error)
    let words = TactileCommand.message(for: error).split(separator: "\n").joined(separator: " ")
    let sentence = words.last == "." || words.last == "?" ? words : "\(words)."
    if sentence.hasPrefix("Missing value"), let meaning = meaning(ofOptionIn: sentence, by: help) {
      return "\(sentence) \(meaning)"
    }
    let isUnknown = sentence.hasPrefix("Unknown") || sentence.hasPrefix("Unexpected")
    return isUnknown ? "\(sentence) Allowed: \(optionNames(in: help))." : sentence
  }

  /// What the help says of the option that a sentence names in quotation marks.
  private static func meaning(
    ofOptionIn sentence: String, by help: String
  ) -> Substring? {
    let quoted = sentence.split(separator: "'").dropFirst().first ?? ""
    return optionLines(of: help).first { $0.hasPrefix(quoted) }?.split(separator: "  ").last?
      .drop { $0 == " " }
  }

  /// The names of all options, in the help's order.
  private static func optionNames(in help: String) -> String {
    optionLines(of: help).flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }
      .joined(separator: ", ")
  }

  /// The help's lines about options, each with the option's name first.
  private static func optionLines(of help: String) -> [Substring] {
    help.split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("-") }
  }

  /// The help of the command that an error is about.
  private static func help(for error: any Error) -> String {
    let usage = TactileCommand.fullMessage(for: error)
    let command = TactileCommand.configuration.subcommands.first {
      usage.contains("'tactile \($0.configuration.commandName ?? "") --help'")
    }
    return command.map { TactileCommand.helpMessage(for: $0, columns: .max) }
      ?? TactileCommand.helpMessage(columns: .max)
  }
}
