/// What is wrong with a script, or with what it shows.
struct ScriptFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The words of one line of a script, read one after another.
///
/// A word ends at a space, or where a text in quotation marks begins; that, and what stands between
/// brackets, may have spaces in it. A backslash takes from the next character what it means else.
struct ScriptWords {
  private enum Word: Equatable {
    /// As it is written, with its backslashes.
    case plain(String)
    case quoted(String)
  }

  private var words: [Word] = []

  init(of line: String) throws(ScriptFault) {
    var rest = line[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
      } else if first == "\"" {
        rest.removeFirst()
        words.append(.quoted(try Self.unescaped(Self.take(from: &rest, until: "\""))))
      } else {
        words.append(.plain(try Self.plainWord(from: &rest)))
      }
    }
  }

  /// What stands before the next `end` without a backslash, which is taken too.
  private static func take(
    from rest: inout Substring, until end: Character
  ) throws(ScriptFault) -> String {
    var taken = ""
    while let character = rest.popFirst() {
      if character == end { return taken }
      taken.append(character)
      if character == "\\", let next = rest.popFirst() { taken.append(next) }
    }
    throw ScriptFault("no \(end) ends what begins here: \(taken)")
  }

  private static func plainWord(from rest: inout Substring) throws(ScriptFault) -> String {
    var word = ""
    while let first = rest.first, first != " ", first != "\"" {
      word.append(rest.removeFirst())
      if first == "[" { word += try take(from: &rest, until: "]") + "]" }
      if first == "\\", let next = rest.popFirst() { word.append(next) }
    }
    return word
  }

  /// Text without its backslashes: `\n`, `\t`, `\u{…}`, or the character that follows.
  static func unescaped(_ text: String) throws(ScriptFault) -> String {
    var (plain, rest) = ("", text[...])
    while let character = rest.popFirst() {
      guard character == "\\" else {
        plain.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": plain += "\n"
      case "t": plain += "\t"
      case "u": plain.unicodeScalars.append(try scalar(from: &rest))
      case let other?: plain.append(other)
      case nil: throw ScriptFault("a backslash at the end")
      }
    }
    return plain
  }

  private static func scalar(from rest: inout Substring) throws(ScriptFault) -> Unicode.Scalar {
    guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
      let value = UInt32(rest[..<end], radix: 16), let scalar = Unicode.Scalar(value)
    else { throw ScriptFault("\\u without a scalar") }
    rest = rest[rest.index(after: end)...]
    return scalar
  }
}

// Reading.
extension ScriptWords {
  var isEmpty: Bool { words.isEmpty }

  /// Takes the next word if it is that one.
  mutating func take(_ word: String) -> Bool {
    guard words.first == .plain(word) else { return false }
    words.removeFirst()
    return true
  }

  /// Takes the next words if they are those.
  mutating func take(_ first: String, _ second: String) -> Bool {
    guard words.prefix(2) == [.plain(first), .plain(second)] else { return false }
    words.removeFirst(2)
    return true
  }

  /// The next word as it is written.
  mutating func word() throws(ScriptFault) -> String {
    guard case .plain(let word) = words.first else { throw ScriptFault("a word is missing") }
    words.removeFirst()
    return word
  }

  /// The next word in quotation marks.
  mutating func string() throws(ScriptFault) -> String {
    guard case .quoted(let string) = words.first else {
      throw ScriptFault("a text in quotation marks is missing")
    }
    words.removeFirst()
    return string
  }

  var beginsWithString: Bool { if case .quoted = words.first { true } else { false } }

  mutating func number() throws(ScriptFault) -> Double {
    let word = try word()
    guard let number = Double(word) else { throw ScriptFault("\(word) is no number") }
    return number
  }

  mutating func count() throws(ScriptFault) -> Int {
    let word = try word()
    guard let count = Int(word) else { throw ScriptFault("\(word) is no whole number") }
    return count
  }

  /// How often something is done: `×3`; once where nothing is said.
  mutating func repetitions() throws(ScriptFault) -> Int {
    guard case .plain(let word) = words.first, word.first == "×" else { return 1 }
    words.removeFirst()
    guard let count = Int(word.dropFirst()) else { throw ScriptFault("\(word) is no number") }
    return count
  }

  mutating func content() throws(ScriptFault) -> FieldNotation {
    words.isEmpty ? FieldNotation() : try FieldNotation(word())
  }

  /// The text of a token: `[a]`.
  mutating func token() throws(ScriptFault) -> String {
    let notation = try FieldNotation(word())
    guard notation.units.count == 1, case .token(let text) = notation.units[0] else {
      throw ScriptFault("one token is missing")
    }
    return text
  }

  /// Fails where something was not read.
  func finish() throws(ScriptFault) {
    if !words.isEmpty { throw ScriptFault("what is this: \(words)") }
  }
}
