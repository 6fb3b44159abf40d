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
  /// Whether the latest animation repeats forever.
  private(set) var isEndless = false
  /// The number of animations that were started. All are observed.
  private(set) var begun = 0
  private(set) var events: [AnimationCompletion] = []

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    value = Animated(generator.anyNumber(), threshold: generator.anyNumber())
  }

  /// The time on the clock of the value.
  var time: Instant { playback.time(at: now) }

  /// The number of animations that were reported as ended.
  var ends: Int { events.count { $0 != .logicallyComplete } }

  mutating func act() {
    switch Int.random(in: 0...9, using: &generator) {
    case 0...3: animate()
    case 4: coast()
    case 5: play()
    case 6: set()
    case 7: skip()
    default: changeClock()
    }
    wait()
    collect(until: time)
  }

  /// Collects the completions of its animations.
  mutating func collect(until time: Instant) { events += value.completions(until: time) }

  /// Ends all motion.
  mutating func end() {
    value.set(0)
    collect(until: .distantFuture)
  }

  private mutating func animate() {
    let animation = anyAnimation()
    value.animate(
      to: generator.anyNumber(), at: time, with: animation.chosen,
      velocity: generator.flip() ? generator.anyNumber() : nil)
    expectEnd(isEndless: animation.isEndless)
  }

  /// Returns any animation, or its replacement for users who prefer reduced motion.
  private mutating func anyAnimation() -> (chosen: Animation?, isEndless: Bool) {
    let (animation, repeats) = (generator.anyAnimation(), generator.happens(oneIn: 6))
    let endless = animation.repeatForever(autoreverses: generator.flip())
    let policy: ReducedMotion =
      switch Int.random(in: 0...2, using: &generator) {
      case 0: .skip
      case 1: .preserve
      default: .replaced(by: generator.anyAnimation())
      }
    let whole = (repeats ? endless : animation).reducedMotion(policy)
    guard generator.happens(oneIn: 4) else { return (whole, repeats) }
    return (whole.reduced, repeats && policy == .preserve)
  }

  private mutating func coast() {
    value.coast(
      at: time, with: Decay(decelerationRate: generator.anyNumber()),
      velocity: generator.flip() ? generator.anyNumber() : nil)
    expectEnd(isEndless: false)
  }

  private mutating func play() {
    let steps = (0..<Int.random(in: 0...4, using: &generator)).map { _ in anyKeyframe() }
    let velocity = generator.flip() ? generator.anyNumber() : nil
    value.play(
      KeyframeTrack(from: generator.anyNumber(), velocity: velocity, steps), at: time)
    expectEnd(isEndless: false)
  }

  private mutating func anyKeyframe() -> Keyframe<Double> {
    let (position, duration) = (generator.anyNumber(), generator.anyDuration())
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return .move(position)
    case 1: return .timed(position, over: duration, by: .easeInOut)
    case 2:
      let velocity = generator.anyNumber()
      return generator.flip()
        ? .cubic(position, over: duration, endVelocity: velocity)
        : .cubic(position, over: duration, startVelocity: velocity)
    default:
      let spring = Spring(
        response: generator.anyNumber(), dampingFraction: generator.anyNumber())
      return .spring(position, with: spring, over: generator.flip() ? duration : nil)
    }
  }

  private mutating func set() {
    value.set(generator.anyNumber(), at: generator.flip() ? time : nil)
    isEndless = false
  }

  private mutating func skip() {
    value.skip(at: time)
    isEndless = false
  }

  /// Changes the clock.
  private mutating func changeClock() {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: playback.setRate(generator.anyNumber(), at: now)
    case 1: playback.seek(to: generator.anyInstant(), at: now)
    case 2: playback.pause(at: now)
    default: playback.resume(at: now)
    }
  }

  private mutating func wait() {
    now = generator.happens(oneIn: 20) ? generator.anyInstant() : now + generator.shortWait()
  }

  private mutating func expectEnd(isEndless: Bool) {
    value.observeCompletion()
    begun += 1
    self.isEndless = isEndless
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
  func `is never NaN, ends, and reports every end once`(seed: Int) {
    var driver = RandomAnimationDriver(seed: seed)
    for step in 0..<100 {
      driver.act()
      if let violation = violation(of: driver) { return record(violation, step, driver) }
    }
    driver.collect(until: .distantFuture)
    let isOver = driver.ends == driver.begun || driver.isEndless && driver.ends == driver.begun - 1
    #expect(isOver, "\(driver.ends) ends of \(driver.begun) motions")
    driver.end()
    #expect(driver.ends == driver.begun, "\(driver.ends) ends of \(driver.begun) motions")
    let isTwice = zip(driver.events, driver.events.dropFirst()).contains {
      $0 == .logicallyComplete && $1 == $0
    }
    #expect(!isTwice, "an animation completed logically twice")
    let position = driver.value.value(at: driver.time)
    #expect(position == 0 && driver.value.nextChange(after: .distantPast) == nil)
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
    if !driver.isEndless, value.nextChange(after: .distantFuture) != nil { return "never ends" }
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
