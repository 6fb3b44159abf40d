import Motion
import TestSupport
import Testing

@Suite struct `Keyframe track` {
  private let spring = Spring(response: 0.3, dampingFraction: 0.6)

  private func time(_ seconds: Double) -> Duration { .nanoseconds(Int64(seconds * 1e9)) }

  @Test func `passes its positions at their times`() {
    let track = KeyframeTrack(
      from: 10.0,
      [
        .timed(20, over: .seconds(1)), .timed(0, over: .seconds(2), by: .easeInOut), .move(50),
        .cubic(60, over: .seconds(1)),
      ])
    #expect(track.duration == .seconds(4))
    #expect(track.value(after: .seconds(-1)) == 10)
    #expect(track.value(after: time(0.5)) == 15)
    #expect(track.velocity(after: time(0.5)) == 10)
    #expect(track.value(after: .seconds(1)) == 20)
    #expect(track.value(after: .seconds(2)) == 10)
    #expect(track.value(after: .seconds(3)) == 50)
    #expect(track.value(after: time(3.5)) == 55)
    #expect(track.velocity(after: time(3.5)) == 15)
    #expect(track.value(after: .seconds(4)) == 60)
    #expect(track.value(after: .seconds(9)) == 60)
    #expect(track.velocity(after: .seconds(4)) == 0)
  }

  @Test func `passes each position with the slope of the surrounding chord (cubic keyframes)`() {
    let track = KeyframeTrack(
      from: 0.0, velocity: 7,
      [
        .cubic(10, over: .seconds(1)), .cubic(40, over: .seconds(2)),
        .cubic(40, over: .seconds(1), endVelocity: -3),
      ])
    #expect(track.velocity(after: .zero) == 7)
    #expect(isClose(track.velocity(after: .seconds(1)), 40.0 / 3))
    #expect(isClose(track.velocity(after: .seconds(3)), 10))
    #expect(abs(track.velocity(after: .seconds(4) - .nanoseconds(1)) + 3) <= 1e-6)
  }

  @Test(arguments: seeds(100))
  func `has no step in position or velocity (cubic and spring keyframes)`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let steps = (0..<6).map { _ -> Keyframe<Point> in
      let (position, spring) = (generator.point(within: 300), generator.spring())
      let duration = Duration.milliseconds(Int.random(in: 100...900, using: &generator))
      return generator.flip()
        ? .cubic(position, over: duration) : .spring(position, with: spring, over: duration)
    }
    let track = KeyframeTrack(from: Point(0, 0), velocity: Point(50, -90), steps)
    let count = Int(track.duration / .milliseconds(1))
    for step in stride(from: 1, to: count, by: 5) {
      let now = Duration.milliseconds(step)
      let (early, late) = (now - .nanoseconds(100), now + .nanoseconds(100))
      let jump = track.value(after: late).components - track.value(after: early).components
      let velocity = track.velocity(after: now).components
      let error = jump / 2e-7 - velocity
      let isDerivative = error.max() <= 1 && error.min() >= -1
      if !isDerivative { Issue.record("\(jump / 2e-7) is not \(velocity) at \(now)") }
    }
  }

  @Test func `lets a spring without duration settle`() {
    let track = KeyframeTrack(
      from: 0.0, [.timed(100, over: .seconds(1)), .spring(300, with: spring)])
    let settling = spring.settlingTime(
      from: .init(displacement: -200, velocity: 100), threshold: 0.2)
    #expect(abs(track.duration.inSeconds - 1 - settling) <= 1e-8)
    #expect(track.velocity(after: .seconds(1)) == 100)
    #expect(track.value(after: track.duration) == 300)
  }

  @Test func `lets a spring with velocity but without distance settle`() {
    let track = KeyframeTrack(from: 0.0, velocity: 1000, [.spring(0, with: spring)])
    #expect(track.duration > .seconds(0.2) && track.duration < .seconds(1))
    #expect(abs(track.value(after: track.duration - .nanoseconds(1))) <= 0.3001)
  }

  @Test func `is played by a value and interrupted with its velocity`() {
    var value = Animated(0.0, threshold: 0.5)
    let track = KeyframeTrack(
      from: 0.0, [.cubic(100, over: .seconds(1)), .cubic(50, over: .seconds(1))])
    value.play(track, at: instant(2))
    #expect(value.target == 50)
    #expect(value.value(at: instant(2.3)) == track.value(after: time(0.3)))
    #expect(value.nextChange(after: instant(2.3)) == instant(2.3))
    let ended = value
    value.animate(to: 0, at: instant(3.2), with: .spring(spring))
    #expect(value.value(at: instant(3.2)) == track.value(after: time(1.2)))
    #expect(value.velocity(at: instant(3.2)) == track.velocity(after: time(1.2)))
    #expect(ended.value(at: instant(4)) == 50)
    #expect(ended.nextChange(after: instant(4)) == nil)
  }

  @Test(arguments: seeds(100))
  func `is finite for the stiffest and slowest springs with inherited velocities`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let steps = (0..<12).map { _ -> Keyframe<Double> in
      let power = Int.random(in: -6...6, using: &generator)
      let response = (0..<abs(power)).reduce(1.0) { number, _ in
        power < 0 ? number / 10 : number * 10
      }
      let spring = Spring(response: response, dampingFraction: generator.number(in: 0...0.1))
      let duration = Duration.seconds(response * generator.number(in: 0.1...0.4))
      return .spring(generator.number(in: -9e289...9e289), with: spring, over: duration)
    }
    let track = KeyframeTrack(from: 9e289, velocity: -9e289, steps)
    for part in 0...100 {
      let now = track.duration / 100 * part
      #expect(track.value(after: now).isFinite)
      #expect(track.velocity(after: now).isFinite)
    }
  }

  @Test func `stays at its start without keyframes`() {
    let track = KeyframeTrack(from: 3.0, [])
    #expect(track.duration == .zero)
    #expect(track.value(after: .zero) == 3)
    var value = Animated(0.0, threshold: 1)
    value.play(track, at: .zero)
    #expect(value.value(at: .zero) == 3)
    #expect(value.nextChange(after: .zero) == nil)
  }

  @Test func `traps with the number of components if there are more than eight`() async {
    let observed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KeyframeTrack(from: Sixteen(components: .zero), [])
    }
    let message = String(decoding: observed?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("16 components, but an Animatable has at most 8"))
  }
}

private struct Sixteen: Animatable {
  let components: SIMD16<Double>
}
