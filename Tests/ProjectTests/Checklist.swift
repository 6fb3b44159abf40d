/// The page that lists the tests of each row of the conformance checklist.
///
/// Each row of its table contains the number, the requirement, the tests and the result. Tests of
/// one suite are listed together: `Outer suite › Inner suite › `, then each test in backquotes.
/// Groups of different suites are separated by `<br>`.
struct Checklist {
  let rows: [Row]

  struct Row {
    let number: Int
    let tests: [TestName]
    let result: Substring
  }

  /// An error of the page.
  enum Problem: Hashable {
    case missing(row: Int)
    case repeated(row: Int)
    case unknown(row: Int)
    /// The row has no valid result.
    case withoutResult(row: Int)
    /// The row works, but lists no test.
    case withoutTest(row: Int)
    /// The row lists a test that does not exist.
    case unknownTest(TestName, row: Int)
    /// The row does not list a test whose name begins with its number.
    case missingTest(TestName, row: Int)
  }

  private static let results = ["works", "does not apply", "not yet"]
}

extension Checklist {
  init(page: String) {
    rows = page.split(separator: "\n").compactMap(Row.init)
  }

  /// Returns all errors of the page.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the required rows.
  ///   - tests: All existing tests.
  func problems(rows numbers: Set<Int>, tests: Set<TestName>) -> Set<Problem> {
    let counts = Dictionary(grouping: rows, by: \.number).mapValues(\.count)
    var problems = Set(numbers.subtracting(counts.keys).map { Problem.missing(row: $0) })
    for (row, count) in counts {
      if count > 1 { problems.insert(.repeated(row: row)) }
      if !numbers.contains(row) { problems.insert(.unknown(row: row)) }
    }
    for row in rows { problems.formUnion(Self.problems(of: row, tests: tests)) }
    for test in tests {
      for number in test.rows where !rows.contains(where: { $0.shows(number, by: test) }) {
        problems.insert(.missingTest(test, row: number))
      }
    }
    return problems
  }

  private static func problems(of row: Row, tests: Set<TestName>) -> Set<Problem> {
    var problems = Set(
      row.tests.filter { !tests.contains($0) }.map { Problem.unknownTest($0, row: row.number) })
    if !results.contains(where: row.result.hasPrefix) {
      problems.insert(.withoutResult(row: row.number))
    }
    if row.result.hasPrefix("works"), row.tests.isEmpty {
      problems.insert(.withoutTest(row: row.number))
    }
    return problems
  }
}

extension Checklist.Row {
  /// - Returns: `nil` if the line is not a row with a number.
  fileprivate init?(_ line: Substring) {
    guard let cells = line.wholeMatch(of: /\| (\d+) \|[^|]*\|([^|]*)\| ([^|]*) \|/),
      let number = Int(cells.1)
    else { return nil }
    self.number = number
    tests = cells.2.split(separator: "<br>").flatMap(Self.tests)
    result = cells.3
  }

  private static func tests(of suite: Substring) -> [TestName] {
    let path = suite.prefix { $0 != "`" }.split(separator: " › ")
      .map { String($0.trimmingPrefix(" ")) }.filter { !$0.isEmpty }
    return suite.matches(of: /`([^`]+)`/).map { TestName(suites: path, name: String($0.1)) }
  }

  fileprivate func shows(_ number: Int, by test: TestName) -> Bool {
    self.number == number && tests.contains(test)
  }
}

extension TestName {
  /// The rows of the checklist at the beginning of the name, for example "row 1", "rows 1, 2 and 3"
  /// or "rows 1 to 3".
  var rows: [Int] {
    guard let match = name.firstMatch(of: /^rows? (\d+(?:(?:, | and | to )\d+)*)/) else {
      return []
    }
    let numbers = match.1.matches(of: /\d+/).compactMap { Int($0.0) }
    guard match.1.contains(" to "), let first = numbers.first, let last = numbers.last,
      first <= last
    else { return numbers }
    return Array(first...last)
  }
}
