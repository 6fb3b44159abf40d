import Testing

@Suite struct `Requirement coverage` {
  /// The identifiers of all requirements, as in the documentation and in test names.
  static let ids: Set<String> = [
    "W1", "W2", "W3", "W4",
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11",
    "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11",
    "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10",
  ]

  @Test func `has a test for each requirement identifier`() throws {
    let tested = Self.idsTested(by: try TestName.all())
    let untested = Self.ids.subtracting(tested)
    #expect(untested.isEmpty, "without a test: \(untested.sorted().joined(separator: ", "))")
  }

  @Test func `has no tests for unknown requirements`() throws {
    let unknown = Self.idsTested(by: try TestName.all()).subtracting(Self.ids)
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

  @Test func `reports requirements without a test`() {
    let source = "@Test func \u{60}B3 scales\u{60}() {}"
    let tested = Self.idsTested(by: TestName.all(in: source))
    #expect(Self.ids.subtracting(tested).count == Self.ids.count - 1)
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
