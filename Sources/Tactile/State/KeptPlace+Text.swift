/// The text in which a place is kept: one `key = value` a line.
///
/// ```
/// version = 1
/// edge = trailing
/// x = 1.0
/// y = 0.5
/// ```
extension KeptPlace {
  /// What is wrong with a text, in words that quote nothing of it.
  struct Damage: Error, Hashable {
    let reason: String
  }

  /// The version of the text that this program writes, and the only one that it reads.
  private static let version: Substring = "1"
  /// The bytes that a text has at most.
  static let longestText = 4096

  /// The place as text; reading that gives the same place to the last bit.
  var text: String {
    let edge = edge.map { "edge = \($0.rawValue)\n" } ?? ""
    return "version = \(Self.version)\n\(edge)x = \(x)\ny = \(y)\n"
  }

  /// Reads a place. Empty lines, space around words, and keys that it does not know mean nothing.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Throws: Where a key is missing or comes twice, or its value is none.
  init(parsing bytes: [UInt8]) throws(Damage) {
    guard !bytes.isEmpty else { throw Damage(reason: "it is empty") }
    guard bytes.count <= Self.longestText else { throw Damage(reason: "it is too long") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Damage(reason: "it is no text")
    }
    let values = try Self.values(in: text)
    guard let version = values["version"] else { throw Damage(reason: "it names no version") }
    guard version == Self.version else {
      throw Damage(reason: "its version is not \(Self.version)")
    }
    let edge = try Self.edge(values["edge"])
    guard let x = Self.fraction(values["x"]), let y = Self.fraction(values["y"]),
      let place = KeptPlace(x: x, y: y, edge: edge)
    else { throw Damage(reason: "x and y are not both a number from 0 to 1") }
    self = place
  }

  private static func values(in text: String) throws(Damage) -> [Substring: Substring] {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard !line.trimmed.isEmpty else { continue }
      guard let sign = line.firstIndex(of: "=") else {
        throw Damage(reason: "a line has no =")
      }
      let key = line[..<sign].trimmed
      let previous = values.updateValue(line[line.index(after: sign)...].trimmed, forKey: key)
      guard previous == nil else { throw Damage(reason: "a key comes twice") }
    }
    return values
  }

  private static func edge(_ word: Substring?) throws(Damage) -> Edge? {
    guard let word else { return nil }
    guard let edge = Edge(rawValue: String(word)) else {
      throw Damage(reason: "it names no edge of a window")
    }
    return edge
  }

  /// A decimal number; `Double` would read hexadecimal digits and words too.
  private static func fraction(_ word: Substring?) -> Double? {
    guard let word, word.allSatisfy({ "0123456789.e-".contains($0) }) else { return nil }
    return Double(word)
  }
}

extension Substring {
  /// The text without the space at both ends.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
