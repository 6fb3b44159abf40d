/// The text form of the saved position: one `key = value` per line.
///
/// ```
/// version = 1
/// edge = trailing
/// x = 1.0
/// y = 0.5
/// ```
extension SavedButtonPosition {
  /// The reason why a text is invalid. It does not quote the text.
  struct ParseError: Error, Hashable {
    let reason: String
  }

  /// The version of the text that this program writes. It reads no other version.
  private static let version: Substring = "1"
  /// The maximum size of a text in bytes.
  static let maximumFileSize = 4096

  /// The position as text. Parsing it returns exactly the same position.
  var text: String {
    let edge = edge.map { "edge = \($0.rawValue)\n" } ?? ""
    return "version = \(Self.version)\n\(edge)x = \(x)\ny = \(y)\n"
  }

  /// Parses a position. Ignores empty lines, whitespace around words, and unknown keys.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Throws: `ParseError` if a key is missing or duplicated, or if its value is invalid.
  init(parsing bytes: [UInt8]) throws(ParseError) {
    guard !bytes.isEmpty else { throw ParseError(reason: "file is empty") }
    guard bytes.count <= Self.maximumFileSize else { throw ParseError(reason: "file is too long") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ParseError(reason: "file is not valid UTF-8")
    }
    let values = try Self.values(in: text)
    guard let version = values["version"] else { throw ParseError(reason: "missing 'version'") }
    guard version == Self.version else {
      throw ParseError(reason: "unsupported version, expected \(Self.version)")
    }
    let edge = try Self.edge(values["edge"])
    guard let x = Self.fraction(values["x"]), let y = Self.fraction(values["y"]),
      let position = SavedButtonPosition(x: x, y: y, edge: edge)
    else { throw ParseError(reason: "'x' and 'y' must be numbers from 0 to 1") }
    self = position
  }

  private static func values(in text: String) throws(ParseError) -> [Substring: Substring] {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard !line.trimmed.isEmpty else { continue }
      guard let sign = line.firstIndex(of: "=") else {
        throw ParseError(reason: "line without '='")
      }
      let key = line[..<sign].trimmed
      let previous = values.updateValue(line[line.index(after: sign)...].trimmed, forKey: key)
      guard previous == nil else { throw ParseError(reason: "duplicate key") }
    }
    return values
  }

  private static func edge(_ value: Substring?) throws(ParseError) -> Edge? {
    guard let value else { return nil }
    guard let edge = Edge(rawValue: String(value)) else {
      throw ParseError(reason: "invalid 'edge'")
    }
    return edge
  }

  /// Parses a decimal number. `Double` would also accept hexadecimal digits and words.
  private static func fraction(_ value: Substring?) -> Double? {
    guard let value, value.allSatisfy({ "0123456789.e-".contains($0) }) else { return nil }
    return Double(value)
  }
}

extension Substring {
  /// The text without leading and trailing whitespace.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
