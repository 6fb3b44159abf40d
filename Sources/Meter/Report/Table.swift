/// What was measured of several programs, as Markdown.
struct Table {
  /// The programs in the order of the columns; all others are held against the first.
  var columns: [(name: String, results: Results)]

  /// The table, without lines for which nothing was measured.
  var lines: [String] {
    let head = ["", "at most"] + columns.map(\.name)
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    return [line(head), line(rule)] + Row.all.filter(isMeasured).map(cells).map(line)
  }

  /// What the numbers alone do not tell.
  var notes: [String] {
    columns.flatMap { column in column.results.notes.map { "\(column.name): \($0)" } }
  }

  private func isMeasured(_ row: Row) -> Bool {
    columns.contains { column in row.metrics.contains { column.results[$0] != nil } }
  }

  private func cells(_ row: Row) -> [String] {
    [row.title, row.goal]
      + columns.enumerated().map { index, column in
        row.cell(column.results, besides: index == 0 ? nil : columns[0].results)
      }
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
