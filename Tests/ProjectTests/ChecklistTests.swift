import ScreenDriver
import TestSupport
import Testing

@Suite struct `Checklist file` {
  /// The numbers of all rows.
  static let rows = Set(1...78)

  @Test func `has each row once and lists exactly the existing tests of each row`() throws {
    let page = try contents(ofFile: "\(repositoryRoot)/Documentation/Checklist.md")
    let problems = Checklist(page: page).problems(rows: Self.rows, tests: Set(try TestName.all()))
    #expect(problems.isEmpty, "\(problems.map { "\($0)" }.sorted().joined(separator: "\n"))")
  }

  /// The names of tests do not begin with the numbers of claims.
  @Test func `has an existing test for each claim of the security policy`() throws {
    let claims = Checklist(page: try contents(ofFile: "\(repositoryRoot)/SECURITY.md"))
    let tests = Set(try TestName.all())
    let problems = claims.problems(rows: Set(1...19), tests: tests.filter { $0.rows.isEmpty })
      .filter {
        guard case .unknownTest(let test, _) = $0 else { return true }
        return !tests.contains(test)
      }
    #expect(problems.isEmpty, "\(problems)")
  }

  private static let first = TestName(suites: ["A", "is B"], name: "row 1: closes")
  private static let both = TestName(suites: ["A", "is B"], name: "rows 1 and 2: opens")
  private static let other = TestName(suites: ["C's"], name: "moves")

  private static let good = """
    | row | what | shown by | result |
    |---:|---|---|---|
    | 1 | Closes. | A › is B › `row 1: closes`, `rows 1 and 2: opens`<br>C's › `moves` | works |
    | 2 | Opens. | A › is B › `rows 1 and 2: opens` | works where there is a door |
    | 3 | Floats. | | does not apply: it stands |
    """

  private static func problems(of page: String) -> Set<Checklist.Problem> {
    Checklist(page: page).problems(rows: [1, 2, 3], tests: [first, both, other])
  }

  @Test func `has no errors if it is complete`() {
    #expect(Self.problems(of: Self.good) == [])
  }

  @Test(
    arguments: [
      ("| 3 |", "| three |", [.missing(row: 3)]),
      ("| 3 |", "| 4 |", [.missing(row: 3), .unknown(row: 4)]),
      ("| 3 |", "| 1 | Closes. | | not yet |\n| 3 |", [.repeated(row: 1)]),
      ("does not apply: it stands", "fine", [.withoutResult(row: 3)]),
      ("does not apply: it stands", "works", [.withoutTest(row: 3)]),
      ("`row 1: closes`, ", "", [.missingTest(first, row: 1)]),
      ("A › is B › `rows 1 and 2: opens` |", "C's › `moves` |", [.missingTest(both, row: 2)]),
      (
        "`moves`", "`moved`",
        [.unknownTest(TestName(suites: ["C's"], name: "moved"), row: 1)]
      ),
      ("C's › ", "", [.unknownTest(TestName(suites: [], name: "moves"), row: 1)]),
    ] as [(String, String, Set<Checklist.Problem>)])
  func `reports the error after a replacement`(
    part: String, replacement: String, problems: Set<Checklist.Problem>
  ) throws {
    let range = try #require(Self.good.firstRange(of: part))
    var page = Self.good
    page.replaceSubrange(range, with: replacement)
    #expect(Self.problems(of: page) == problems)
  }

  @Test(arguments: [
    ("row 7: is", [7]), ("rows 8 and 14: are", [8, 14]), ("rows 24, 25 and 29: are", [24, 25, 29]),
    ("rows 3 to 6: are", [3, 4, 5, 6]), ("rows 6 to 3: are", [6, 3]), ("is in row 7", []),
    ("row by row", []), ("grows 7 times", []),
  ])
  func `reads the rows of a test from its name`(sentence: String, rows: [Int]) {
    #expect(TestName(suites: [], name: sentence).rows == rows)
  }

  @Test func `reads the suites of a test from the source`() {
    let source = """
      /// struct A in a comment, @Test func \u{60}in a comment\u{60}.
      @Suite(.serialized) final class \u{60}A's b\u{60} {
        @Test func \u{60}first\u{60}() {}
        private struct Helper: Hashable {
          let value = 0
        }
        @Suite(.enabled(if: true))
        struct \u{60}inner\u{60} {
          @Test(arguments: [1, 2])
          func \u{60}second\u{60}(argument: Int) {}
        }
        @Test func \u{60}third\u{60}() {}
      }

      extension \u{60}A's b\u{60}.\u{60}inner\u{60} {
        @Test func \u{60}fourth\u{60}() {}
      }
      """
    let tests = TestName.all(in: source)
    #expect(tests.map(\.name) == ["first", "second", "third", "fourth"])
    let (outer, inner) = (["A's b"], ["A's b", "inner"])
    #expect(tests.map(\.suites) == [outer, inner, outer, inner])
  }
}
