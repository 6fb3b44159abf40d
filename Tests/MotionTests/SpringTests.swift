import Motion
import TestSupport
import Testing

@Suite struct `Spring parameters` {
  @Test func `result in stiffness and damping for response and damping fraction`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    #expect(isClose(spring.angularFrequency, 25.132741228718346))
    #expect(isClose(spring.stiffness, 631.65468166971895))
    #expect(isClose(spring.damping, 29.656634649887648))
    #expect(spring.response == 0.25)
  }

  // Stiffness and damping of Apple's documentation and of Flutter's test, with all digits.
  @Test(arguments: [
    (0.5, 0.3, 157.913670417, 17.5929188601), (0.5, -0.3, 157.913670417, 35.903916041),
    (0.5, 0, 157.913670417, 25.1327412287),
  ])
  func `result in stiffness and damping for duration and bounce`(
    duration: Double, bounce: Double, stiffness: Double, damping: Double
  ) {
    let spring = Spring(duration: duration, bounce: bounce)
    #expect(isClose(spring.stiffness, stiffness, within: 1e-11))
    #expect(isClose(spring.damping, damping, within: 1e-11))
  }

  @Test func `result in response and damping fraction for mass, stiffness and damping`() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 10)
    #expect(spring.angularFrequency == 10)
    #expect(spring.dampingFraction == 0.5)
    #expect(isClose(spring.response, 0.62831853071795865))
    let heavy = Spring(mass: 4, stiffness: 100, damping: 10)
    #expect(heavy.angularFrequency == 5)
    #expect(heavy.dampingFraction == 0.25)
  }

  @Test func `keep the damping fraction when mass times stiffness overflows or underflows`() {
    #expect(Spring(mass: 1e200, stiffness: 1e200, damping: 2e200).dampingFraction == 1)
    #expect(Spring(mass: 1e-200, stiffness: 1e-200, damping: 2e-200).dampingFraction == 1)
  }

  @Test(arguments: [
    // Published by Framer for UIKit.
    (3, 0.25, 0, 54.83363359078326, 3.702486785620688),
    (0.25, 1, 1, 1355.9842693996969, 73.647383372383214),
    (0.25, 1, 0, 1364.0947908338842, 73.86730781161269),
  ])
  func `match UIKit for a settling duration`(
    duration: Double, fraction: Double, velocity: Double, stiffness: Double, damping: Double
  ) {
    let spring = Spring(
      settlingDuration: duration, dampingFraction: fraction, initialVelocity: velocity)
    #expect(isClose(spring.stiffness, stiffness))
    #expect(isClose(spring.damping, damping))
    #expect(spring.dampingFraction == fraction)
  }

  @Test(arguments: [0.01, 0.25, 1.0, 10.0], [-1000.0, -1, 0, 1, 20, 600])
  func `leave at most a thousandth after the settling duration, also with a stiffer spring`(
    duration: Double, velocity: Double
  ) {
    let spring = Spring(
      settlingDuration: duration, dampingFraction: 1, initialVelocity: velocity)
    let start = Spring.State(displacement: 1, velocity: -velocity)
    func remaining(_ spring: Spring) -> Double {
      spring.state(from: start, after: duration).displacement
    }
    #expect(remaining(spring) <= 0.001 * (1 + 1e-12))
    let stiffer = Spring(response: spring.response * 0.99, dampingFraction: 1)
    #expect(remaining(stiffer) <= remaining(spring))
  }

  @Test(arguments: extremes, extremes)
  func `result in a frequency above 0 and a damping fraction of at least 0 for all inputs`(
    a: Double, b: Double
  ) {
    var springs = [Spring(response: a, dampingFraction: b), Spring(duration: a, bounce: b)]
    for c in extremes {
      springs.append(Spring(mass: a, stiffness: b, damping: c))
      springs.append(Spring(settlingDuration: a, dampingFraction: b, initialVelocity: c))
    }
    #expect(springs.allSatisfy { $0.angularFrequency > 0 && $0.dampingFraction >= 0 })
    #expect(springs.allSatisfy { $0.dampingFraction <= 1e6 })
  }

  @Test(arguments: [-1, 0, 1e-7, Double.nan])
  func `without a positive response result in immediate rest`(response: Double) {
    let spring = Spring(response: response, dampingFraction: 0.5)
    let start = Spring.State(displacement: 1, velocity: 1)
    #expect(spring.state(from: start, after: 1e-9) == .rest)
    #expect(spring.settlingTime(from: start, threshold: 0.1) == 0)
  }

  @Test func `are clamped to their ranges`() {
    func fraction(_ fraction: Double) -> Double {
      Spring(response: 1, dampingFraction: fraction).dampingFraction
    }
    #expect(fraction(-1) == 0)
    #expect(fraction(.nan) == 1)
    #expect(fraction(.infinity) == 1e6)
    #expect(isClose(Spring(response: .infinity, dampingFraction: 1).response, 1e6))
    #expect(Spring(duration: 1, bounce: -1).dampingFraction == 1e6)
    #expect(Spring(duration: 1, bounce: 2).dampingFraction == 0)
    #expect(Spring(duration: 1, bounce: .nan).dampingFraction == 1)
  }

  #if arch(x86_64)
    // An error would grow with every oscillation. Float80 has eleven more bits.
    @Test(arguments: seeds(100))
    func `result in a wave frequency that is exact to the last bit`(seed: Int) {
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<100 {
        let size = Double(
          sign: .plus, exponent: Int.random(in: -40...6, using: &generator),
          significand: Double.random(in: 1..<2, using: &generator))
        let fraction = Bool.random(using: &generator) ? size : abs(1 - size)
        let spring = Spring(
          response: Double.random(in: 0.01...10, using: &generator), dampingFraction: fraction)
        let zeta = Float80(spring.dampingFraction)
        let truth =
          Float80(spring.angularFrequency) * abs((1 - zeta) * (1 + zeta)).squareRoot()
        let error = abs(Float80(spring.waveFrequency) - truth) / Float80(Double(truth).ulp)
        #expect(error <= 0.51)
      }
    }
  #endif
}
