import Controls

/// An error in a script, or an expectation that was not met.
struct ScriptError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A reader of the words of one script line.
///
/// A word ends at a space or at the start of a quoted string. Quoted strings and tokens in brackets
/// may contain spaces. A backslash removes the special meaning of the next character.
struct ScriptWords {
  private enum Word: Equatable {
    /// An unquoted word, including its backslashes.
    case plain(String)
    case quoted(String)
  }

  private var words: [Word] = []

  init(of line: String) throws(ScriptError) {
    var input = line[...]
    while let first = input.first {
      if first == " " {
        input.removeFirst()
      } else if first == "\"" {
        input.removeFirst()
        words.append(.quoted(try Self.unescaped(Self.read(from: &input, until: "\""))))
      } else {
        words.append(.plain(try Self.plainWord(from: &input)))
      }
    }
  }

  /// Consumes and returns the text before the next unescaped `end`; consumes `end` too.
  private static func read(
    from input: inout Substring, until end: Character
  ) throws(ScriptError) -> String {
    var text = ""
    while let character = input.popFirst() {
      if character == end { return text }
      text.append(character)
      if character == "\\", let next = input.popFirst() { text.append(next) }
    }
    throw ScriptError("missing \(end) after: \(text)")
  }

  private static func plainWord(from input: inout Substring) throws(ScriptError) -> String {
    var word = ""
    while let first = input.first, first != " ", first != "\"" {
      word.append(input.removeFirst())
      if first == "[" { word += try read(from: &input, until: "]") + "]" }
      if first == "\\", let next = input.popFirst() { word.append(next) }
    }
    return word
  }

  /// Returns the text with escapes replaced: `\n`, `\t`, `\u{…}`, or the character that follows.
  static func unescaped(_ text: String) throws(ScriptError) -> String {
    var (plain, input) = ("", text[...])
    while let character = input.popFirst() {
      guard character == "\\" else {
        plain.append(character)
        continue
      }
      switch input.popFirst() {
      case "n": plain += "\n"
      case "t": plain += "\t"
      case "u": plain.unicodeScalars.append(try scalar(from: &input))
      case let other?: plain.append(other)
      case nil: throw ScriptError("backslash at the end")
      }
    }
    return plain
  }

  private static func scalar(from input: inout Substring) throws(ScriptError) -> Unicode.Scalar {
    guard input.popFirst() == "{", let end = input.firstIndex(of: "}"),
      let value = UInt32(input[..<end], radix: 16), let scalar = Unicode.Scalar(value)
    else { throw ScriptError("invalid scalar after \\u") }
    input = input[input.index(after: end)...]
    return scalar
  }
}

// Parsing.
extension ScriptWords {
  var isEmpty: Bool { words.isEmpty }

  /// Consumes the next word if it equals `word`.
  ///
  /// - Returns: Whether it does.
  mutating func skip(_ word: String) -> Bool {
    guard words.first == .plain(word) else { return false }
    words.removeFirst()
    return true
  }

  /// Consumes the next two words if they equal `first` and `second`.
  ///
  /// - Returns: Whether they do.
  mutating func skip(_ first: String, _ second: String) -> Bool {
    guard words.prefix(2) == [.plain(first), .plain(second)] else { return false }
    words.removeFirst(2)
    return true
  }

  /// Consumes and returns the next unquoted word, including its backslashes.
  mutating func word() throws(ScriptError) -> String {
    guard case .plain(let word) = words.first else { throw ScriptError("word missing") }
    words.removeFirst()
    return word
  }

  /// Consumes and returns the next quoted string.
  mutating func string() throws(ScriptError) -> String {
    guard case .quoted(let string) = words.first else {
      throw ScriptError("quoted string missing")
    }
    words.removeFirst()
    return string
  }

  var beginsWithString: Bool { if case .quoted = words.first { true } else { false } }

  mutating func number() throws(ScriptError) -> Double {
    let word = try word()
    guard let number = Double(word) else { throw ScriptError("\(word) is not a number") }
    return number
  }

  mutating func count() throws(ScriptError) -> Int {
    let word = try word()
    guard let count = Int(word) else { throw ScriptError("\(word) is not an integer") }
    return count
  }

  /// Consumes a repeat count like `×3`, if present. The default is 1.
  mutating func repetitions() throws(ScriptError) -> Int {
    guard case .plain(let word) = words.first, word.first == "×" else { return 1 }
    words.removeFirst()
    guard let count = Int(word.dropFirst()) else { throw ScriptError("\(word) is not a number") }
    return count
  }

  mutating func content() throws(ScriptError) -> FieldNotation {
    words.isEmpty ? FieldNotation() : try FieldNotation(word())
  }

  /// Consumes one token like `[a]` and returns its text.
  mutating func token() throws(ScriptError) -> String {
    let notation = try FieldNotation(word())
    guard notation.elements.count == 1, let text = notation.elements[0].token else {
      throw ScriptError("expected one token")
    }
    return text
  }

  /// Throws a `ScriptError` if words remain.
  func finish() throws(ScriptError) {
    if !words.isEmpty { throw ScriptError("unexpected words: \(words)") }
  }
}
