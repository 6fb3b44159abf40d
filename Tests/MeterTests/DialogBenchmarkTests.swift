import Testing

@testable import Meter

@Suite struct `Dialog benchmark` {
  private func results(_ samples: [Metric: Double]) -> MeasurementResults {
    var results = MeasurementResults()
    for (metric, number) in samples { results.record(metric, number) }
    return results
  }

  @Test func `prints one row of medians for each dialog`() {
    var benchmark = DialogBenchmark()
    for time in [9.0, 3, 5] {
      benchmark.add(results([.firstFrame: time, .launchCPUTime: 2 * time]), of: "ours")
      benchmark.add(results([.firstFrame: 10 * time, .proportionalMemory: 8.5]), of: "peer")
    }
    #expect(
      benchmark.lines == [
        "| dialog | launch to first finished frame, ms | CPU time of the launch, ms | memory, PSS, MB |",
        "| --- | ---: | ---: | ---: |", "| ours | 5 | 10 | – |", "| peer | 50 | – | 8.5 |",
      ])
  }

  @Test func `lists the dialogs that are not installed`() throws {
    var benchmark = DialogBenchmark()
    try benchmark.measure([DialogTarget(name: "peer", program: "/nonexistent")], launches: 1)
    #expect(benchmark.rows.isEmpty)
    #expect(benchmark.messages == ["not available: peer"])
  }
}
