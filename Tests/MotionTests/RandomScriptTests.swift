import Motion
import TestSupport
import Testing

/// Somebody who does everything that can be done with an animated value, by a clock of its own, with
/// any numbers at all.
private struct RandomMover {
  private var generator: SeededGenerator
  private(set) var value: Animated<Double>
  private(set) var playback = Playback()
  private(set) var now = Instant.zero
  /// Whether what was begun last repeats for ever.
  private(set) var isEndless = false
  /// How many motions were begun, the end of each of which is waited for.
  private(set) var begun = 0
  private(set) var told: [Completion] = []

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    value = Animated(generator.anyNumber(), threshold: generator.anyNumber())
  }

  /// The value's time.
  var time: Instant { playback.time(at: now) }

  /// How many motions were told to be over.
  var ends: Int { told.count { $0 != .logical } }

  mutating func act() {
    switch Int.random(in: 0...9, using: &generator) {
    case 0...3: animate()
    case 4: coast()
    case 5: play()
    case 6: put()
    case 7: skip()
    default: drive()
    }
    wait()
    listen(until: time)
  }

  /// Takes in what has become of its motions.
  mutating func listen(until time: Instant) { told += value.completions(until: time) }

  /// Ends what is under way, whatever it is.
  mutating func end() {
    value.set(0)
    listen(until: .distantFuture)
  }

  private mutating func animate() {
    let animation = anyAnimation()
    value.animate(
      to: generator.anyNumber(), at: time, with: animation.chosen,
      velocity: generator.isSo() ? generator.anyNumber() : nil)
    expectEnd(isEndless: animation.isEndless)
  }

  /// Any animation, as a person who may want less motion has it.
  private mutating func anyAnimation() -> (chosen: Animation?, isEndless: Bool) {
    let (animation, repeats) = (generator.anyAnimation(), generator.chance(6))
    let endless = animation.repeatedForever(autoreverses: generator.isSo())
    let policy: ReducedMotion =
      switch Int.random(in: 0...2, using: &generator) {
      case 0: .skip
      case 1: .preserve
      default: .replaced(by: generator.anyAnimation())
      }
    let whole = (repeats ? endless : animation).reducedMotion(policy)
    guard generator.chance(4) else { return (whole, repeats) }
    return (whole.reduced, repeats && policy == .preserve)
  }

  private mutating func coast() {
    value.coast(
      at: time, with: Decay(decelerationRate: generator.anyNumber()),
      velocity: generator.isSo() ? generator.anyNumber() : nil)
    expectEnd(isEndless: false)
  }

  private mutating func play() {
    let steps = (0..<Int.random(in: 0...4, using: &generator)).map { _ in anyKeyframe() }
    let velocity = generator.isSo() ? generator.anyNumber() : nil
    value.play(
      KeyframeTrack(from: generator.anyNumber(), velocity: velocity, steps), at: time)
    expectEnd(isEndless: false)
  }

  private mutating func anyKeyframe() -> Keyframe<Double> {
    let (place, duration) = (generator.anyNumber(), generator.anyDuration())
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return .move(place)
    case 1: return .timed(place, over: duration, by: .easeInOut)
    case 2:
      let velocity = generator.anyNumber()
      return generator.isSo()
        ? .cubic(place, over: duration, endVelocity: velocity)
        : .cubic(place, over: duration, startVelocity: velocity)
    default:
      let spring = Spring(
        response: generator.anyNumber(), dampingFraction: generator.anyNumber())
      return .spring(place, with: spring, over: generator.isSo() ? duration : nil)
    }
  }

  private mutating func put() {
    value.set(generator.anyNumber(), at: generator.isSo() ? time : nil)
    isEndless = false
  }

  private mutating func skip() {
    value.skip(at: time)
    isEndless = false
  }

  /// Does something to the clock.
  private mutating func drive() {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: playback.setRate(generator.anyNumber(), at: now)
    case 1: playback.seek(to: generator.anyInstant(), at: now)
    case 2: playback.pause(at: now)
    default: playback.resume(at: now)
    }
  }

  private mutating func wait() {
    now = generator.chance(20) ? generator.anyInstant() : now + generator.shortWait()
  }

  private mutating func expectEnd(isEndless: Bool) {
    value.awaitCompletion()
    begun += 1
    self.isEndless = isEndless
  }
}

extension SeededGenerator {
  fileprivate mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &self) == 0
  }

  fileprivate mutating func shortWait() -> Duration {
    .milliseconds(Int.random(in: 0...300, using: &self))
  }
}

@Suite struct `An animated value to which anything is done` {
  @Test(arguments: 0..<100)
  func `is never NaN, ends, and tells every end once`(seed: Int) {
    var mover = RandomMover(seed: seed)
    for step in 0..<100 {
      mover.act()
      if let fault = fault(of: mover) { return record(fault, step, mover) }
    }
    mover.listen(until: .distantFuture)
    let isOver = mover.ends == mover.begun || mover.isEndless && mover.ends == mover.begun - 1
    #expect(isOver, "\(mover.ends) ends of \(mover.begun) motions")
    mover.end()
    #expect(mover.ends == mover.begun, "\(mover.ends) ends of \(mover.begun) motions")
    let isTwice = zip(mover.told, mover.told.dropFirst()).contains { $0 == .logical && $1 == $0 }
    #expect(!isTwice, "two arrivals of one motion")
    let rest = mover.value.value(at: mover.time)
    #expect(rest == 0 && mover.value.nextChange(after: .distantPast) == nil)
  }

  private func record(_ fault: String, _ step: Int, _ mover: RandomMover) {
    Issue.record("\(fault) after \(step) steps, at \(mover.time), in \(mover.value)")
  }

  private func fault(of mover: RandomMover) -> String? {
    let (value, time) = (mover.value, mover.time)
    let place = value.value(at: time)
    // Only who is sent to NaN is there.
    if place.isNaN && !value.target.isNaN { return "NaN" }
    if value.velocity(at: time).isNaN { return "NaN velocity" }
    if !mover.isEndless, value.nextChange(after: .distantFuture) != nil { return "no end" }
    guard let next = value.nextChange(after: time) else { return faultAtRest(value, time, place) }
    if next < time { return "a change in the past" }
    guard let moment = mover.playback.moment(of: next) else { return nil }
    let woken = mover.playback.time(at: moment)
    return woken >= next || moment == .distantFuture ? nil : "a wake-up before the change"
  }

  private func faultAtRest(
    _ value: Animated<Double>, _ time: Instant, _ place: Double
  ) -> String? {
    let later = [time + .nanoseconds(1), time + .seconds(1), .distantFuture]
    let stays = later.allSatisfy { moment in
      let other = value.value(at: moment)
      return (other == place || other.isNaN && place.isNaN)
        && value.nextChange(after: moment) == nil && value.velocity(at: moment) == 0
    }
    return stays ? nil : "a change after the last"
  }
}
