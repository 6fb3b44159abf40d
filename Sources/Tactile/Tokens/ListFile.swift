import Files

/// A file with one thing a line.
enum ListFile {
  /// The most bytes that are read of one.
  static let limit = 256 << 20

  /// The lines that have anything in them, without the spaces around it.
  ///
  /// What is no UTF-8 is repaired, as wherever text comes from elsewhere.
  /// - Throws: Where it cannot be read, or is too large.
  /// - Complexity: O(*n*).
  static func lines(at path: String) throws(FileError) -> [String] {
    let bytes = try AtomicFile(path: path).read(limit: limit)
    return lines(in: bytes)
  }

  static func lines(in bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    ) {
      let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = line.firstIndex(where: { !isSpace($0) }),
        let last = line.lastIndex(where: { !isSpace($0) })
      else { continue }
      lines.append(String(decoding: line[first...last], as: UTF8.self))
    }
    return lines
  }
}
