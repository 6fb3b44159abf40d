import Testing

@testable import Meter

@Suite struct `Benchmark report` {
  private func results(_ samples: [Metric: [Double]]) -> MeasurementResults {
    var results = MeasurementResults()
    for (metric, numbers) in samples {
      for number in numbers { results.record(metric, number) }
    }
    return results
  }

  @Test(arguments: [
    (0.0, "0"), (0.384, "0.38"), (5.8, "5.8"), (16, "16"), (24.36, "24.4"), (249.4, "249"),
  ])
  func `rounds numbers to a readable precision`(number: Double, text: String) {
    #expect(formatted(number) == text)
  }

  @Test func `shows medians with the ratio of the first program's value to each`() {
    let report = Report(columns: [
      ("ours", results([.keyP50: [0.9, 0.3, 0.6], .keyP99: [2]])),
      ("baseline", results([.keyP50: [0.3], .keyP99: [5]])),
    ])
    #expect(
      report.table == [
        "|  | goal | ours | baseline |", "| --- | ---: | ---: | ---: |",
        "| key to damage in a password field, p50 / p99, ms | 1.2 × / 1.5 × | 0.6 / 2 | 0.3 / 5 (2 ×) |",
      ])
  }

  @Test func `omits rows that were not measured, and ratios to zero`() {
    let report = Report(columns: [
      ("ours", results([.wakeupsUnfocused: [0], .wakeupsHidden: [0], .frameTime: [50]])),
      ("peer", results([.wakeupsUnfocused: [0.004], .wakeupsHidden: [0]])),
    ])
    #expect(report.table.dropFirst(2).map { $0.split(separator: "|").last } == [" – ", " 0 / 0 "])
  }

  @Test func `has a row for every metric except those only in the raw results`() {
    let reported = Set(ReportRow.all.flatMap(\.metrics))
    #expect(Set(Metric.allCases).subtracting(reported) == [.settled])
  }

  @Test func `prints notes and messages below the table`() {
    var measured = results([.frameTime: [1]])
    measured.notes = ["1 of 40 key presses caused no drawing within 90 ms"]
    let report = Report(columns: [("ours", measured)], messages: ["not available: peer"])
    #expect(
      report.lines.dropFirst(report.table.count) == [
        "", "- ours: 1 of 40 key presses caused no drawing within 90 ms", "- not available: peer",
      ])
  }

  @Test func `writes the raw results as JSON`() {
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
