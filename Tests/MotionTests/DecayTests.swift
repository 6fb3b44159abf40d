import Motion
import Testing

@Suite struct `Decay projection` {
  @Test(arguments: [(Decay.normal, 499.0), (.fast, 99.0)])
  func `B6 projects a throw of 1000 px/s as in Designing Fluid Interfaces`(
    decay: Decay, distance: Double
  ) {
    #expect(isClose(decay.projectedDistance(velocity: 1000), distance, within: 1e-12))
    #expect(isClose(decay.projectedDistance(velocity: -1000), -distance, within: 1e-12))
  }

  @Test func `is the sum of the remaining velocities after each millisecond`() {
    let decay = Decay(decelerationRate: 0.9)
    let steps = sequence(first: 2.0 * 0.9) { $0 * 0.9 }.prefix(1000)
    #expect(isClose(decay.projectedDistance(velocity: 2000), steps.reduce(0, +), within: 1e-13))
  }

  @Test func `clamps a deceleration rate outside its range`() {
    #expect(Decay(decelerationRate: 2).decelerationRate == 0.999999)
    #expect(Decay(decelerationRate: -1).decelerationRate == 0)
    #expect(Decay(decelerationRate: .nan).decelerationRate == 0)
  }

  @Test(arguments: extremes, extremes)
  func `is always finite`(rate: Double, velocity: Double) {
    #expect(Decay(decelerationRate: rate).projectedDistance(velocity: velocity).isFinite)
  }
}

@Suite struct `Decay motion` {
  /// Returns a decay from the fraction of the velocity that remains after a second, as in Flutter.
  private func decay(drag: Double) -> Decay { Decay(decelerationRate: root(drag)) }

  /// Returns the thousandth root, by Newton's method.
  private func root(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<100 {
      let power = (1..<1000).reduce(1.0) { product, _ in product * root }
      root -= (power * root - number) / (1000 * power)
    }
    return root
  }

  // The exact integral at the velocity of the WWDC talk, and the tests of b3ll/Motion.
  @Test(arguments: [
    (Decay.normal, 1000.0, 499.499833166), (.fast, 1000, 99.4991624734),
    (.normal, 2000, 998.999666333),
  ])
  func `rests at its resting distance`(decay: Decay, velocity: Double, distance: Double) {
    #expect(isClose(decay.restingDistance(velocity: velocity), distance, within: 1e-11))
    #expect(isClose(decay.velocity(toTravel: distance), velocity, within: 1e-11))
  }

  // Flutter's newton_test.dart: drag 0.3 from 100 at 400/s.
  @Test func `matches Flutter's friction simulation`() {
    let decay = decay(drag: 0.3)
    for (time, velocity) in [(1.0, 120.0), (2, 36), (3, 10.8)] {
      #expect(isClose(decay.velocity(400, after: time), velocity, within: 1e-12))
    }
    for (time, x) in [(1.0, 332.56339262311), (5, 431.426090827195)] {
      #expect(isClose(100 + decay.displacement(velocity: 400, after: time), x, within: 1e-12))
    }
    // friction_simulation_test.dart.
    let other = self.decay(drag: 0.135)
    for (time, x) in [(0.1, 110.0), (0.5, 131), (2, 149)] {
      #expect(abs(100 + other.displacement(velocity: 100, after: time) - x) < 1)
    }
    #expect(isClose(100 + other.restingDistance(velocity: 100), 149.938064302, within: 1e-11))
  }

  // Popmotion's decay.test.ts: from 100, power 0.8 of a velocity of 100, τ = 350 ms.
  @Test func `matches Popmotion's decay`() {
    let decay = decay(drag: 1 / 17.4117080829895)  // e^(1/0.35)
    let velocity = decay.velocity(toTravel: 80)
    let positions = (0...9).map {
      (100 + decay.displacement(velocity: velocity, after: Double($0) / 5)).rounded()
    }
    #expect(positions == [100, 135, 154, 166, 172, 175, 177, 179, 179, 180])
  }

  @Test(arguments: [Decay.normal, .fast])
  func `ends when the remaining distance is within the threshold`(decay: Decay) {
    let total = decay.restingDistance(velocity: 3000)
    let end = decay.settlingTime(from: total, threshold: 0.5)
    #expect(isClose(total - decay.displacement(velocity: 3000, after: end), 0.5, within: 1e-10))
    #expect(decay.settlingTime(from: 0.5, threshold: 0.5) == 0)
    #expect(
      Decay(decelerationRate: 1).settlingTime(from: 1e9, threshold: 1e-9)
        == Spring.maximumSettlingTime)
  }

  @Test func `coasts to a rest position that is known from the start`() {
    var value = Animated(100.0, threshold: 0.5)
    value.coast(at: instant(1), with: .normal, velocity: 1000)
    #expect(isClose(value.target, 599.499833166, within: 1e-11))
    #expect(value.velocity(at: instant(1)) == 1000)
    for time in [0.1, 0.5, 1.7] {
      let (now, path) = (instant(1 + time), Decay.normal.displacement(velocity: 1000, after: time))
      #expect(isClose(value.value(at: now), 100 + path, within: 1e-14))
      #expect(
        isClose(
          value.velocity(at: now), Decay.normal.velocity(1000, after: time), within: 1e-13))
    }
    let end = 1 + Decay.normal.settlingTime(from: 499.499833166, threshold: 0.5)
    #expect(value.nextChange(after: instant(end - 1e-6)) != nil)
    #expect(value.nextChange(after: instant(end + 1e-6)) == nil)
    #expect(value.value(at: instant(9)) == value.target)
  }

  @Test func `comes to rest at the given target`() {
    var value = Animated(100.0, threshold: 0.5)
    value.animate(to: 640, at: .zero, with: .decay(.normal), velocity: -77)
    let velocity = Decay.normal.velocity(toTravel: 540)
    #expect(isClose(value.velocity(at: .zero), velocity))
    #expect(
      isClose(
        value.value(at: instant(0.3)),
        100 + Decay.normal.displacement(velocity: velocity, after: 0.3)))
    #expect(value.value(at: instant(9)) == 640)
  }

  @Test(arguments: extremes, extremes)
  func `is never NaN`(a: Double, b: Double) {
    for rate in extremes {
      let decay = Decay(decelerationRate: rate)
      let numbers = [
        decay.restingDistance(velocity: a), decay.velocity(toTravel: a),
        decay.displacement(velocity: a, after: b), decay.velocity(a, after: b),
        decay.settlingTime(from: a, threshold: b),
      ]
      #expect(numbers.allSatisfy { !$0.isNaN }, "\(rate), \(a), \(b): \(numbers)")
    }
  }
}
