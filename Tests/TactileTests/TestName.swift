import ScreenDriver

/// A test as its source names it: by a sentence, inside of suites.
struct TestName: Hashable {
  /// From the outermost one on.
  let suites: [String]
  let sentence: String
}

extension TestName {
  /// The folder of this package.
  static var packageFolder: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  }

  /// All tests of this package that are named by sentences.
  ///
  /// - Throws: `ScreenDriverError.file`.
  static func all() throws -> [TestName] { try found.get() }

  private static let found = Result { try all(below: "\(packageFolder)/Tests") }

  private static func all(below folder: String) throws -> [TestName] {
    try names(inFolder: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return all(in: try contents(ofFile: path)) }
      return name.contains(".") ? [] : try all(below: path)
    }
  }

  /// The tests of one file, whose suites are told by how far each declaration is indented.
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
    for match in source.matches(of: declaration) {
      let indent = match.output.1.count
      suites.removeAll { $0.indent >= indent }
      if let sentence = match.output.2 {
        tests.append(TestName(suites: suites.flatMap(\.names), sentence: String(sentence)))
      } else if let type = match.output.3 {
        suites.append((indent, type.matches(of: /`([^`]+)`|\w+/).map { String($0.1 ?? $0.0) }))
      }
    }
    return tests
  }
}
