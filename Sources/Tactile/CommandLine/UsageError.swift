import ArgumentParser

/// What is wrong with a command line, told in one line.
enum UsageError {
  /// The parser's own words, and for an unknown word also which ones there are.
  static func line(for error: any Error) -> String {
    let message = TactileCommand.message(for: error)
    let line = message.split(separator: "\n").joined(separator: " ")
    return line.contains("nknown option") || line.contains("nexpected argument")
      ? "\(line) Allowed: \(optionNames)." : line
  }

  /// As the parser itself lists them in its usage line.
  private static var optionNames: String {
    TactileCommand.helpMessage(columns: .max).split(whereSeparator: \.isWhitespace)
      .filter { $0.hasPrefix("--") }
      .map { $0.drop { !"-".contains($0) } }
      .reduce(into: [String]()) { names, name in
        if !names.contains(String(name)) { names.append(String(name)) }
      }
      .joined(separator: ", ")
  }
}
