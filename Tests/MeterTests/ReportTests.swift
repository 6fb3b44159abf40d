import Testing

@testable import Meter

@Suite struct `The report` {
  private func results(_ samples: [Metric: [Double]]) -> Results {
    var results = Results()
    for (metric, numbers) in samples {
      for number in numbers { results.record(metric, number) }
    }
    return results
  }

  @Test(arguments: [
    (0.0, "0"), (0.384, "0.38"), (5.8, "5.8"), (16, "16"), (24.36, "24.4"), (249.4, "249"),
  ])
  func `rounds numbers to what can be read`(number: Double, text: String) {
    #expect(rounded(number) == text)
  }

  @Test func `shows medians, and how many times as much of it the first program takes`() {
    let report = Report(columns: [
      ("ours", results([.keyMedian: [0.9, 0.3, 0.6], .keyTail: [2]])),
      ("floor", results([.keyMedian: [0.3], .keyTail: [5]])),
    ])
    #expect(
      report.table == [
        "|  | at most | ours | floor |", "| --- | ---: | ---: | ---: |",
        "| key to damage in a text field, p50 / p99, ms | 0.4 / 0.8 | 0.6 / 2 | 0.3 / 5 (2 ×) |",
      ])
  }

  @Test func `leaves out what was not measured, and compares with nothing at all not`() {
    let report = Report(columns: [
      ("ours", results([.wakeupsUnfocused: [0], .wakeupsHidden: [0], .frameTime: [50]])),
      ("peer", results([.wakeupsUnfocused: [0.004], .wakeupsHidden: [0]])),
    ])
    #expect(report.table.dropFirst(2).map { $0.split(separator: "|").last } == [" – ", " 0 / 0 "])
  }

  @Test func `has a line for every metric but those that are for the raw results alone`() {
    let shown = Set(Row.all.flatMap(\.metrics))
    #expect(Set(Metric.allCases).subtracting(shown) == [.settled])
  }

  @Test func `says below the table what the numbers do not tell`() {
    var measured = results([.frameTime: [1]])
    measured.notes = ["one key unanswered"]
    let report = Report(columns: [("ours", measured)], remarks: ["not installed: peer (package)"])
    #expect(
      report.lines.dropFirst(report.table.count) == [
        "", "- ours: one key unanswered", "- not installed: peer (package)",
      ])
  }

  @Test func `comes with the raw results as JSON`() {
    let columns = [(name: "a \"b\" \\", results: results([.frameTime: [1, 2.5]]))]
    #expect(
      rawResults(columns, machine: "two\nlines") == """
        {
          "machine": "two lines",
          "programs": {
            "a \\"b\\" \\\\": {
              "drag_frame_us": [1.0, 2.5]
            }
          }
        }

        """)
  }
}
