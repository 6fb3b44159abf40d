/// What was measured of several programs, as Markdown.
struct Report {
  /// The programs in the order of the columns; all others are held against the first.
  var columns: [(name: String, results: Results)] = []
  /// On programs that were not measured.
  var remarks: [String] = []

  /// The table, and below it what the numbers alone do not tell.
  var lines: [String] {
    let notes = columns.flatMap { column in column.results.notes.map { "\(column.name): \($0)" } }
    return table + [""] + (notes + remarks).map { "- \($0)" }
  }

  /// A line for each row for which anything was measured.
  var table: [String] {
    let head = ["", "at most"] + columns.map(\.name)
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    return [line(head), line(rule)] + Row.all.filter(isMeasured).map(cells).map(line)
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
