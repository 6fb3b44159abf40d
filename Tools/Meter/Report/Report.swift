/// The measurements of several programs, as Markdown.
struct Report {
  /// The programs in the order of the columns. All others are compared with the first.
  var columns: [(name: String, results: MeasurementResults)] = []
  /// The messages about programs that were not measured.
  var messages: [String] = []

  /// The lines of the table, followed by the notes and messages.
  var lines: [String] {
    let notes = columns.flatMap { column in column.results.notes.map { "\(column.name): \($0)" } }
    return table + [""] + (notes + messages).map { "- \($0)" }
  }

  /// The lines of the table, with one line for each row that was measured for any program.
  var table: [String] {
    let header = ["", "goal"] + columns.map(\.name)
    let separator = ["---"] + Array(repeating: "---:", count: header.count - 1)
    return [line(header), line(separator)] + ReportRow.all.filter(isMeasured).map(cells).map(line)
  }

  private func isMeasured(_ row: ReportRow) -> Bool {
    columns.contains { column in row.metrics.contains { column.results[$0] != nil } }
  }

  private func cells(_ row: ReportRow) -> [String] {
    [row.title, row.goal]
      + columns.enumerated().map { index, column in
        row.cell(column.results, comparedTo: index == 0 ? nil : columns[0].results)
      }
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
