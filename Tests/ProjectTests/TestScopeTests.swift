import ScreenDriver
import TestSupport
import Testing

@Suite struct `Tests of complete runs` {
  /// Returns the modules some of whose tests or cases only complete runs contain, without "Tests".
  private static func modules() throws -> Set<String> {
    let marks = #/\.onlyInAll\(|\.needs\(|\bseeds\(|\bcases\(|\.inScope\b|TestScope\.isComplete/#
    let directories = try names(inDirectory: repositoryRoot + "/Tests").filter { $0.hasSuffix("Tests") }
    return Set(
      try directories.filter { directory in
        guard directory != "ProjectTests" else { return false }
        return try swiftSources(below: "Tests/\(directory)").contains { $0.contains(marks) }
      }.map { String($0.dropLast("Tests".count)) })
  }

  @Test func `are described for each module that has them, with a reason`() throws {
    let page = try contents(ofFile: "\(repositoryRoot)/Documentation/Contributing.md")
    let section = try #require(
      page.split(separator: "\n### What `--all` adds\n").last?.split(separator: "\n### ").first)
    let row = #/^\|((?:[, ]*`\w+`)+) \| [^|]+ \| [^|]+ \|$/#
    let rows = section.matches(of: row.anchorsMatchLineEndings())
    let described = rows.flatMap { $0.1.matches(of: /\w+/).map { String($0.0) } }
    let modules = try Self.modules()
    #expect(described.sorted() == modules.sorted())
  }

  @Test func `are recognized by the test runner`() throws {
    let runner = try contents(ofFile: "\(repositoryRoot)/scripts/run-tests.py")
    #expect(runner.contains("ONLY_IN_ALL = \"\(TestScope.onlyInAllPrefix)\"\n"))
  }

  /// A module is not tested again if neither its targets nor these files have changed.
  @Test func `read only files that the test runner knows, and those of their targets`() throws {
    let runner = try contents(ofFile: "\(repositoryRoot)/scripts/run-tests.py")
    let line = try #require(runner.firstMatch(of: #/READ_BY_ANY_TEST = \{(.*)\}/#))
    let known = line.1.matches(of: #/"([^"]+)"/#).map { String($0.1) }
    for directory in try names(inDirectory: repositoryRoot + "/Tests")
    where !["ProjectTests"].contains(directory) {
      for source in try swiftSources(below: "Tests/\(directory)") {
        for path in source.matches(of: #/repositoryRoot(?:\)/| \+ "\/)([\w.\/-]+)/#).map({ String($0.1) }) {
          #expect((known + ["Sources", "Tests"]).contains { path.hasPrefix($0) }, "\(directory)")
        }
      }
    }
  }
}
