import ScreenDriver
import TestSupport
import Testing

@Suite struct `Requirement coverage` {
  /// Returns the identifiers of all requirements in `Documentation/Requirements.md`.
  private static func ids() throws -> Set<String> {
    let page = try contents(ofFile: "\(repositoryRoot)/Documentation/Requirements.md")
    return Set(page.matches(of: #/- \*\*([WBPT]\d+)\.\*\*/#).map { String($0.output.1) })
  }

  @Test func `has a test for each requirement identifier`() throws {
    let tested = Self.idsTested(by: try TestName.all())
    let untested = try Self.ids().subtracting(tested)
    #expect(untested.isEmpty, "without a test: \(untested.sorted().joined(separator: ", "))")
  }

  @Test func `has no tests for unknown requirements`() throws {
    let unknown = Self.idsTested(by: try TestName.all()).subtracting(try Self.ids())
    #expect(unknown.isEmpty, "no such requirement: \(unknown.sorted().joined(separator: ", "))")
  }

  @Test func `reads identifiers only from test names`() {
    let source = """
      /// B1 in a comment, `B2 in a quotation`.
      @Test func \u{60}B3 scales\u{60}() {}
      @Test(arguments: [1, 2])
      func \u{60}B4 follows\u{60}(argument: Int) {}
      func \u{60}B5 is no test\u{60}() {}
      @Test(.enabled(if: true)) func plainName() {}
      @Test func \u{60}keeps B6\u{60}() {}
      @Test func \u{60}P10, P11 come together\u{60}() {}
      @Test func \u{60}T3's caret\u{60}() {}
      @Test func \u{60}B25x is no id\u{60}() {}
      """
    #expect(Self.idsTested(by: TestName.all(in: source)) == ["B3", "B4", "P10", "P11", "T3"])
  }

  @Test func `reports requirements without a test`() throws {
    let source = "@Test func \u{60}B3 scales\u{60}() {}"
    let tested = Self.idsTested(by: TestName.all(in: source))
    let ids = try Self.ids()
    #expect(ids.subtracting(tested).count == ids.count - 1)
  }
}

extension `Requirement coverage` {
  /// Returns the identifiers at the beginning of test names. Commas separate several identifiers.
  private static func idsTested(by tests: [TestName]) -> Set<String> {
    let list = /^[WBPT]\d+\b(?:, [WBPT]\d+\b)*/
    return tests.reduce(into: []) { ids, test in
      guard let found = test.name.firstMatch(of: list) else { return }
      ids.formUnion(found.output.split(separator: ", ").map(String.init))
    }
  }
}
