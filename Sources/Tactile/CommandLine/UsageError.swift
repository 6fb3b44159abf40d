import ArgumentParser

/// What is wrong with a command line, told in one line.
enum UsageError {
  /// The parser's own words, and what is allowed where they leave that out.
  static func line(for error: any Error) -> String {
    let words = TactileCommand.message(for: error).split(separator: "\n").joined(separator: " ")
    let sentence = words.last == "." || words.last == "?" ? words : "\(words)."
    if sentence.hasPrefix("Missing value"), let meaning = meaning(ofOptionIn: sentence) {
      return "\(sentence) \(meaning)"
    }
    let isUnknown = sentence.hasPrefix("Unknown") || sentence.hasPrefix("Unexpected")
    return isUnknown ? "\(sentence) Allowed: \(optionNames)." : sentence
  }

  /// What the help says of the option that a sentence names in quotation marks.
  private static func meaning(ofOptionIn sentence: String) -> Substring? {
    let quoted = sentence.split(separator: "'").dropFirst().first ?? ""
    return optionLines.first { $0.hasPrefix(quoted) }?.split(separator: "  ").last?
      .drop { $0 == " " }
  }

  /// The names of all options, in the help's order.
  private static var optionNames: String {
    optionLines.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }
      .joined(separator: ", ")
  }

  /// The help's lines about options, each with the option's name first.
  private static var optionLines: [Substring] {
    TactileCommand.helpMessage(columns: .max).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("-") }
  }
}
