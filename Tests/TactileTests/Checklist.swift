/// The page that says by which tests each row of the conformance checklist is shown.
///
/// Its rows are those of a table: number, what is asked for, the tests, the result. Tests of one
/// suite stand together, `Outer suite › Inner suite › ` and then each in backquotes; what belongs
/// to different suites is separated by `<br>`.
struct Checklist {
  let rows: [Row]

  struct Row {
    let number: Int
    let tests: [TestName]
    let result: Substring
  }

  /// What can be wrong with a page.
  enum Fault: Hashable {
    case missing(row: Int)
    case repeated(row: Int)
    case unknown(row: Int)
    /// It says neither that the row works nor why not.
    case resultless(row: Int)
    /// It says that the row works, and no test shows it.
    case testless(row: Int)
    /// It names a test that is not there.
    case invented(TestName, row: Int)
    /// A test whose name begins with the row's number is not named there.
    case omitted(TestName, row: Int)
  }

  private static let results = ["works", "does not apply", "not yet"]
}

extension Checklist {
  init(page: String) {
    rows = page.split(separator: "\n").compactMap(Row.init)
  }

  /// All that is wrong with the page.
  ///
  /// - Parameters:
  ///   - numbers: The rows that there are to be.
  ///   - tests: The tests that there are.
  func faults(rows numbers: Set<Int>, tests: Set<TestName>) -> Set<Fault> {
    let counts = Dictionary(grouping: rows, by: \.number).mapValues(\.count)
    var faults = Set(numbers.subtracting(counts.keys).map { Fault.missing(row: $0) })
    for (row, count) in counts {
      if count > 1 { faults.insert(.repeated(row: row)) }
      if !numbers.contains(row) { faults.insert(.unknown(row: row)) }
    }
    for row in rows { faults.formUnion(Self.faults(of: row, tests: tests)) }
    for test in tests {
      for number in test.rows where !rows.contains(where: { $0.shows(number, by: test) }) {
        faults.insert(.omitted(test, row: number))
      }
    }
    return faults
  }

  private static func faults(of row: Row, tests: Set<TestName>) -> Set<Fault> {
    var faults = Set(
      row.tests.filter { !tests.contains($0) }.map { Fault.invented($0, row: row.number) })
    if !results.contains(where: row.result.hasPrefix) {
      faults.insert(.resultless(row: row.number))
    }
    if row.result.hasPrefix("works"), row.tests.isEmpty {
      faults.insert(.testless(row: row.number))
    }
    return faults
  }
}

extension Checklist.Row {
  /// - Returns: `nil` where the line is no row with a number.
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
    return suite.matches(of: /`([^`]+)`/).map { TestName(suites: path, sentence: String($0.1)) }
  }

  fileprivate func shows(_ number: Int, by test: TestName) -> Bool {
    self.number == number && tests.contains(test)
  }
}

extension TestName {
  /// The rows of the checklist that its sentence begins with, as in "row 1", "rows 1, 2 and 3" and
  /// "rows 1 to 3".
  var rows: [Int] {
    guard let match = sentence.firstMatch(of: /^rows? (\d+(?:(?:, | and | to )\d+)*)/) else {
      return []
    }
    let numbers = match.1.matches(of: /\d+/).compactMap { Int($0.0) }
    guard match.1.contains(" to "), let first = numbers.first, let last = numbers.last,
      first <= last
    else { return numbers }
    return Array(first...last)
  }
}
