import Testing

@testable import Meter

@Suite struct `Goal check` {
  private func results(_ values: [Metric: Double]) -> MeasurementResults {
    var results = MeasurementResults()
    for (metric, value) in values { results.record(metric, value) }
    return results
  }

  @Test(arguments: [(5.0, []), (7.5, []), (7.6, [Metric.wakeupsBlinking])])
  func `fails if a value exceeds its goal by half`(value: Double, misses: [Metric]) {
    var check = GoalCheck()
    check.add(results([.wakeupsBlinking: value]), over: results([:]))
    #expect(check.misses == misses)
  }

  @Test func `compares ratios with the baseline of the same run`() {
    var check = GoalCheck()
    check.add(results([.keyP50: 3.2, .roundTrips: 12]), over: results([.keyP50: 1]))
    #expect(check.excesses == [.keyP50: 2, .roundTrips: 1])
    check.add(results([.keyP50: 6.4]), over: results([.keyP50: 4]))
    #expect(check.excesses == [.keyP50: 1, .roundTrips: 1])
  }

  @Test func `does not check ratios without a baseline`() {
    var check = GoalCheck()
    check.add(results([.keyP50: 3.2]), over: results([:]))
    #expect(check.excesses.isEmpty)
  }

  @Test(arguments: [(1.65, 0.5), (3.3, 0.5), (6.6, 0.25)])
  func `allows more time on a machine that launches the baseline more slowly`(launch: Double, excess: Double)
  {
    var check = GoalCheck()
    check.add(results([.keyTime: 0.25, .wakeupsBlinking: 2.5]), over: results([.launchCPUTime: launch]))
    #expect(check.excesses == [.keyTime: excess, .wakeupsBlinking: 0.5])
  }

  @Test func `fails if a value is not zero but its goal is`() {
    var check = GoalCheck()
    check.add(results([.wakeupsHidden: 0.1, .wakeupsUnfocused: 0]), over: results([:]))
    #expect(check.misses == [.wakeupsHidden])
  }
}
