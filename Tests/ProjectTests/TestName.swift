import ScreenDriver
import TestSupport

/// The name of a test in the source: a sentence within suites.
struct TestName: Hashable {
  /// The names of the suites, outermost first.
  let suites: [String]
  let name: String
}

extension TestName {
  /// Returns all tests of this package with names in backquotes.
  ///
  /// - Throws: `ScreenDriverError.file`.
  static func all() throws -> [TestName] { try found.get() }

  private static let found = Result { try swiftSources(below: "Tests").flatMap(all(in:)) }

  /// Returns the tests of one file. The indentation of each declaration determines its suites.
  static func all(in source: String) -> [TestName] {
    let declaration =
      #/
      ^(\x20*)(?:
        @Test\b (?:(?!\bfunc\b)[\s\S])* \bfunc\s+ `([^`]+)`
        | (?:[@\w.(),:\x20]*\x20)? (?:struct|class|enum|extension) \x20
          ((?:`[^`]+`|\w+) (?:\.(?:`[^`]+`|\w+))*)
      )
      /#.anchorsMatchLineEndings()
    var (tests, suites) = ([TestName](), [(indent: Int, names: [String])]())
    for match in declarationLines(of: source).matches(of: declaration) {
      let indent = match.output.1.count
      suites.removeAll { $0.indent >= indent }
      if let name = match.output.2 {
        tests.append(TestName(suites: suites.flatMap(\.names), name: String(name)))
      } else if let type = match.output.3 {
        suites.append((indent, type.matches(of: /`([^`]+)`|\w+/).map { String($0.1 ?? $0.0) }))
      }
    }
    return tests
  }

  /// Returns the lines that may contain a part of the declaration of a test or a type. The regular expression would
  /// need ten seconds for all lines of all tests.
  private static func declarationLines(of source: String) -> String {
    let words = ["@Test", "func ", "struct ", "class ", "enum ", "extension "].map { Array($0.utf8) }
    let lines = source.utf8.split(separator: UInt8(ascii: "\n")).filter { line in
      let text = line.drop { $0 == UInt8(ascii: " ") }
      return words.contains { text.starts(with: $0) } || text.contains(UInt8(ascii: "`"))
    }
    return lines.map { String(Substring($0)) }.joined(separator: "\n")
  }
}
