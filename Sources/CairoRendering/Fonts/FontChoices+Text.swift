extension FontChoices {
  /// The choices as lines of text, for a file; `nil` where a name in them holds a tab or a line's
  /// end.
  public var text: String? {
    let lines =
      [[Self.heading]]
      + circumstances.variables.map { ["variable", $0.name, $0.value] }
      + circumstances.stamps.map(\.fields)
      + choices.map(Self.fields)
    guard lines.joined().allSatisfy({ $0.utf8.allSatisfy { $0 != 0x09 && $0 != 0x0A } }) else {
      return nil
    }
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// Reads what `text` wrote.
  ///
  /// - Returns: `nil` where it is anything else.
  public init?(text: String) {
    var lines = Self.parts(of: text, between: UInt8(ascii: "\n"))[...]
    guard lines.popFirst() == Self.heading, lines.popLast() == "" else { return nil }
    var variables: [FontCircumstances.Variable] = []
    var stamps: [FileStamp] = []
    var choices: [FontChoice] = []
    for line in lines {
      let fields = Self.parts(of: line, between: UInt8(ascii: "\t"))
      switch (fields.first, fields.count) {
      case ("variable", 3):
        variables.append(FontCircumstances.Variable(name: fields[1], value: fields[2]))
      case ("stamp", 5):
        guard let stamp = FileStamp(fields: fields) else { return nil }
        stamps.append(stamp)
      case ("font", 6):
        guard let choice = Self.choice(fields) else { return nil }
        choices.append(choice)
      default: return nil
      }
    }
    self.init(under: FontCircumstances(variables: variables, stamps: stamps))
    for choice in choices where self[choice.request] == nil { add(choice) }
  }

  /// By bytes, since to look for the ends of characters takes longer than all else here.
  private static func parts(of text: String, between separator: UInt8) -> [String] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Counts up with the format.
  private static let heading = "Tactile's fonts, 1"

  private static func fields(of choice: FontChoice) -> [String] {
    let (request, file) = (choice.request, choice.file)
    return [
      "font", request.family, String(request.weight), file?.path ?? "", String(file?.index ?? 0),
      file?.variations ?? "",
    ]
  }

  private static func choice(_ fields: [String]) -> FontChoice? {
    guard let weight = Int(fields[2]), let index = UInt32(fields[4]) else { return nil }
    let request = FontRequest(family: fields[1], weight: weight)
    if fields[3].isEmpty { return FontChoice(request: request, file: nil) }
    guard fields[3].hasPrefix("/") else { return nil }
    let file = FontFile(path: fields[3], index: index, variations: fields[5])
    return FontChoice(request: request, file: file)
  }
}

extension FileStamp {
  fileprivate var fields: [String] {
    guard let state else { return ["stamp", path, "", "", ""] }
    return ["stamp", path, String(state.seconds), String(state.nanoseconds), String(state.size)]
  }

  fileprivate init?(fields: [String]) {
    if fields[2...].allSatisfy(\.isEmpty) {
      self.init(path: fields[1], state: nil)
    } else {
      guard let seconds = Int(fields[2]), let nanoseconds = Int(fields[3]),
        let size = Int(fields[4])
      else { return nil }
      self.init(
        path: fields[1],
        state: State(seconds: seconds, nanoseconds: nanoseconds, size: size))
    }
  }
}
