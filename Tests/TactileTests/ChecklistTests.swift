import ScreenDriver
import Testing

@Suite struct `The checklist` {
  /// All rows but those of most secrets and of accessibility.
  static let rows = Set(1...61).union(63...65).union(69...76)

  @Test func `has each row once, and names all tests of a row and none that is not there`() throws {
    let page = try contents(ofFile: "\(TestName.packageFolder)/Documentation/Checklist.md")
    let faults = Checklist(page: page).faults(rows: Self.rows, tests: Set(try TestName.all()))
    #expect(faults.isEmpty, "\(faults.map { "\($0)" }.sorted().joined(separator: "\n"))")
  }

  private static let first = TestName(suites: ["A", "is B"], sentence: "row 1: closes")
  private static let both = TestName(suites: ["A", "is B"], sentence: "rows 1 and 2: opens")
  private static let other = TestName(suites: ["C's"], sentence: "moves")

  private static let good = """
    | row | what | shown by | result |
    |---:|---|---|---|
    | 1 | Closes. | A › is B › `row 1: closes`, `rows 1 and 2: opens`<br>C's › `moves` | works |
    | 2 | Opens. | A › is B › `rows 1 and 2: opens` | works where there is a door |
    | 3 | Floats. | | does not apply: it stands |
    """

  private static func faults(of page: String) -> Set<Checklist.Fault> {
    Checklist(page: page).faults(rows: [1, 2, 3], tests: [first, both, other])
  }

  @Test func `is without fault where all is as it should be`() {
    #expect(Self.faults(of: Self.good) == [])
  }

  @Test(
    arguments: [
      ("| 3 |", "| three |", [.missing(row: 3)]),
      ("| 3 |", "| 4 |", [.missing(row: 3), .unknown(row: 4)]),
      ("| 3 |", "| 1 | Closes. | | not yet |\n| 3 |", [.repeated(row: 1)]),
      ("does not apply: it stands", "fine", [.resultless(row: 3)]),
      ("does not apply: it stands", "works", [.testless(row: 3)]),
      ("`row 1: closes`, ", "", [.omitted(first, row: 1)]),
      ("A › is B › `rows 1 and 2: opens` |", "C's › `moves` |", [.omitted(both, row: 2)]),
      (
        "`moves`", "`moved`",
        [.invented(TestName(suites: ["C's"], sentence: "moved"), row: 1)]
      ),
      ("C's › ", "", [.invented(TestName(suites: [], sentence: "moves"), row: 1)]),
    ] as [(String, String, Set<Checklist.Fault>)])
  func `is at fault where a part of it is replaced`(
    part: String, replacement: String, faults: Set<Checklist.Fault>
  ) throws {
    let range = try #require(Self.good.firstRange(of: part))
    var page = Self.good
    page.replaceSubrange(range, with: replacement)
    #expect(Self.faults(of: page) == faults)
  }

  @Test(arguments: [
    ("row 7: is", [7]), ("rows 8 and 14: are", [8, 14]), ("rows 24, 25 and 29: are", [24, 25, 29]),
    ("rows 3 to 6: are", [3, 4, 5, 6]), ("rows 6 to 3: are", [6, 3]), ("is in row 7", []),
    ("row by row", []), ("grows 7 times", []),
  ])
  func `tells a test's rows by its name`(sentence: String, rows: [Int]) {
    #expect(TestName(suites: [], sentence: sentence).rows == rows)
  }

  @Test func `tells a test's suites by its source`() {
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
    #expect(tests.map(\.sentence) == ["first", "second", "third", "fourth"])
    let (outer, inner) = (["A's b"], ["A's b", "inner"])
    #expect(tests.map(\.suites) == [outer, inner, outer, inner])
  }
}
