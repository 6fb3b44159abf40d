extension FontChoices {
  /// The choices as lines of text, for a file; `nil` where a name in them holds a tab or a line's
  /// end.
  public var text: String? {
    let lines =
      [[Self.heading]]
      + circumstances.variables.map { ["variable", $0.name, $0.value] }
      + circumstances.stamps.map { ["stamp"] + $0.fields }
      + (preferredFamily.map { [["preferred", $0]] } ?? [])
      + choices.map(Self.fields) + [[Self.end]]
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
    guard lines.popFirst() == Self.heading, lines.popLast() == "", lines.popLast() == Self.end
    else { return nil }
    var variables: [FontCircumstances.Variable] = []
    var stamps: [FileStamp] = []
    var choices: [FontChoice] = []
    var preferredFamily: String?
    for line in lines {
      let fields = Self.parts(of: line, between: UInt8(ascii: "\t"))
      switch (fields.first, fields.count) {
      case ("variable", 3):
        variables.append(FontCircumstances.Variable(name: fields[1], value: fields[2]))
      case ("stamp", 3):
        guard let stamp = FileStamp(fields: fields[1...]) else { return nil }
        stamps.append(stamp)
      case ("preferred", 2): preferredFamily = fields[1]
      case ("font", 7):
        guard let choice = Self.choice(fields) else { return nil }
        choices.append(choice)
      default: return nil
      }
    }
    self.init(under: FontCircumstances(variables: variables, stamps: stamps))
    self.preferredFamily = preferredFamily
    for choice in choices where self[choice.request] == nil { add(choice) }
  }

  /// By bytes, since to look for the ends of characters takes longer than all else here.
  private static func parts(of text: String, between separator: UInt8) -> [String] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Counts up with the format.
  private static let heading = "Tactile's fonts, 2"
  /// Tells that no line is missing, as they may be once the power has failed.
  private static let end = "end"

  private static func fields(of choice: FontChoice) -> [String] {
    let request = ["font", choice.request.family, String(choice.request.weight)]
    guard let file = choice.file else { return request + ["", "", "", ""] }
    return request + file.stamp.fields + [String(file.index), file.variations]
  }

  private static func choice(_ fields: [String]) -> FontChoice? {
    guard let weight = Int(fields[2]) else { return nil }
    let request = FontRequest(family: fields[1], weight: weight)
    if fields[3...].allSatisfy(\.isEmpty) { return FontChoice(request: request, file: nil) }
    guard fields[3].hasPrefix("/"), let stamp = FileStamp(fields: fields[3...4]),
      let index = UInt32(fields[5])
    else { return nil }
    let file = FontFile(stamp: stamp, index: index, variations: fields[6])
    return FontChoice(request: request, file: file)
  }
}

extension FileStamp {
  /// The path, and the digest in hexadecimal digits, none where there is no such file.
  fileprivate var fields: [String] { [path, digest.map { String($0, radix: 16) } ?? ""] }

  fileprivate init?(fields: ArraySlice<String>) {
    guard let path = fields.first, let digits = fields.last else { return nil }
    let digest = UInt64(digits, radix: 16)
    guard digest != nil || digits.isEmpty else { return nil }
    self.init(path: path, digest: digest)
  }
}
