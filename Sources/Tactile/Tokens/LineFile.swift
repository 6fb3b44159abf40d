import Scene
import System

/// A file with one entry per line.
enum LineFile {
  /// The maximum file size in bytes.
  static let maximumSize = 256 << 20

  /// Returns the lines that are not empty, without spaces and tabs at both ends, and without a byte order mark.
  ///
  /// Invalid UTF-8 is repaired, as in all text from other sources.
  /// - Throws: `FileError` if the file cannot be read or is too large.
  /// - Complexity: O(*n*) in the size of the file.
  static func lines(at path: String) throws(FileError) -> [String] {
    lines(in: try AtomicFile(path: path).readAll(limit: maximumSize).content)
  }

  /// Returns the lines of a file of tokens, or others without a path. Prints an error and returns `nil` if the file
  /// cannot be read.
  static func tokens(at path: String?, orElse others: [String]) -> [String]? {
    do throws(FileError) { return try path.map(lines) ?? others } catch {
      StandardError.print("cannot read --tokens file '\(error.path)': \(error.reason)")
      return nil
    }
  }

  static func lines(in bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    let text = bytes.dropFirst(bytes.span.byteOrderMarkLength)
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = line.firstIndex(where: { !isSpace($0) }),
        let last = line.lastIndex(where: { !isSpace($0) })
      else { continue }
      lines.append(String(decoding: line[first...last], as: UTF8.self))
    }
    return lines
  }
}
