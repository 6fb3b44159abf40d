import Motion
import Testing

@Suite struct `A decay` {
  @Test(arguments: [(Decay.normal, 499.0), (.fast, 99.0)])
  func `B6 projects a throw of 1000 px/s as Designing Fluid Interfaces`(
    decay: Decay, distance: Double
  ) {
    #expect(isClose(decay.projectedDistance(velocity: 1000), distance, within: 1e-12))
    #expect(isClose(decay.projectedDistance(velocity: -1000), -distance, within: 1e-12))
  }

  @Test func `projects the sum of what is left after each millisecond`() {
    let decay = Decay(decelerationRate: 0.9)
    let steps = sequence(first: 2.0 * 0.9) { $0 * 0.9 }.prefix(1000)
    #expect(isClose(decay.projectedDistance(velocity: 2000), steps.reduce(0, +), within: 1e-13))
  }

  @Test func `counts a rate beyond its range as its end`() {
    #expect(Decay(decelerationRate: 2).decelerationRate == 0.999999)
    #expect(Decay(decelerationRate: -1).decelerationRate == 0)
    #expect(Decay(decelerationRate: .nan).decelerationRate == 0)
  }

  @Test(arguments: extremes, extremes)
  func `never projects to NaN`(rate: Double, velocity: Double) {
    #expect(!Decay(decelerationRate: rate).projectedDistance(velocity: velocity).isNaN)
  }
}
