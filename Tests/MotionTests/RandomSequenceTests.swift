import Motion
import TestSupport
import Testing

/// A driver that calls random functions of an animated value on its own clock, with arbitrary
/// numbers.
private struct RandomAnimationDriver {
  private var generator: SeededGenerator
  private(set) var value: Animated<Double>
  private(set) var playback = PlaybackClock()
  private(set) var now = Instant.zero

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    value = Animated(generator.anyNumber(), threshold: generator.anyNumber())
  }

  /// The time on the clock of the value.
  var time: Instant { playback.time(at: now) }

  mutating func act() {
    switch Int.random(in: 0...8, using: &generator) {
    case 0...3: animate()
    case 4: coast()
    case 5: play()
    case 6: value.set(generator.anyNumber())
    default: playback.setRate(generator.anyNumber(), at: now)
    }
    now = generator.happens(oneIn: 20) ? generator.anyInstant() : now + generator.shortWait()
  }

  private mutating func animate() {
    let animation = generator.anyAnimation()
    value.animate(
      to: generator.anyNumber(), at: time, with: generator.happens(oneIn: 4) ? animation.reduced : animation,
      velocity: generator.flip() ? generator.anyNumber() : nil)
  }

  private mutating func coast() {
    value.coast(
      at: time, with: Decay(decelerationRate: generator.anyNumber()),
      velocity: generator.flip() ? generator.anyNumber() : nil)
  }

  private mutating func play() {
    let steps = (0..<Int.random(in: 0...4, using: &generator)).map { _ in anyKeyframe() }
    value.play(KeyframeTrack(from: generator.anyNumber(), steps), at: time)
  }

  private mutating func anyKeyframe() -> Keyframe<Double> {
    let (position, duration) = (generator.anyNumber(), generator.anyDuration())
    return generator.flip() ? .move(position) : .timed(position, over: duration, by: .easeInOut)
  }
}

extension SeededGenerator {
  fileprivate mutating func happens(oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &self) == 0
  }

  fileprivate mutating func shortWait() -> Duration {
    .milliseconds(Int.random(in: 0...300, using: &self))
  }
}

@Suite struct `Animated value in random sequences` {
  @Test(arguments: seeds(100))
  func `is never NaN, and ends`(seed: Int) {
    var driver = RandomAnimationDriver(seed: seed)
    for step in 0..<100 {
      driver.act()
      if let violation = violation(of: driver) { return record(violation, step, driver) }
    }
  }

  private func record(_ violation: String, _ step: Int, _ driver: RandomAnimationDriver) {
    Issue.record("\(violation) after \(step) steps, at \(driver.time), in \(driver.value)")
  }

  private func violation(of driver: RandomAnimationDriver) -> String? {
    let (value, time) = (driver.value, driver.time)
    let current = value.value(at: time)
    // NaN is the value only if it is the target.
    if current.isNaN && !value.target.isNaN { return "value is NaN" }
    if value.velocity(at: time).isNaN { return "velocity is NaN" }
    if value.nextChange(after: .distantFuture) != nil { return "never ends" }
    guard let next = value.nextChange(after: time) else { return violationAtRest(value, time, current) }
    if next < time { return "next change is in the past" }
    guard let moment = driver.playback.parentTime(of: next) else { return nil }
    let wakeTime = driver.playback.time(at: moment)
    return wakeTime >= next || moment == .distantFuture ? nil : "wakeup before the next change"
  }

  private func violationAtRest(
    _ value: Animated<Double>, _ time: Instant, _ position: Double
  ) -> String? {
    let later = [time + .nanoseconds(1), time + .seconds(1), .distantFuture]
    let stays = later.allSatisfy { moment in
      let other = value.value(at: moment)
      return (other == position || other.isNaN && position.isNaN)
        && value.nextChange(after: moment) == nil && value.velocity(at: moment) == 0
    }
    return stays ? nil : "change after the last one"
  }
}
