import Testing

@testable import Meter

@Suite struct `Distribution percentiles` {
  @Test(arguments: [(0.0, 1.0), (50, 50), (50.1, 51), (95, 95), (99, 99), (100, 100), (200, 100)])
  func `returns the nearest-rank percentile`(percent: Double, number: Double) {
    let distribution = Distribution((1...100).reversed().map(Double.init))
    #expect(distribution.percentile(percent) == number)
  }

  @Test func `returns nil without numbers`() {
    #expect(Distribution([]).percentile(50) == nil)
    #expect(Distribution([]).median == nil)
  }
}
