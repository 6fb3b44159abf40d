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
        .timed(60, over: .seconds(1)),
      ])
    #expect(track.duration == .seconds(4))
    #expect(track.value(after: .seconds(-1)) == 10)
    #expect(track.value(after: time(0.5)) == 15)
    #expect(track.velocity(after: time(0.5)) == 10)
    #expect(track.value(after: .seconds(1)) == 20)
    #expect(track.value(after: .seconds(2)) == 10)
    #expect(track.value(after: .seconds(3)) == 50)
    #expect(track.value(after: time(3.5)) == 55)
    #expect(track.velocity(after: time(3.5)) == 10)
    #expect(track.value(after: .seconds(4)) == 60)
    #expect(track.value(after: .seconds(9)) == 60)
    #expect(track.velocity(after: .seconds(4)) == 0)
  }

  @Test func `is played by a value and interrupted with its velocity`() {
    var value = Animated(0.0, threshold: 0.5)
    let track = KeyframeTrack(
      from: 0.0, [.timed(100, over: .seconds(1), by: .easeIn), .timed(50, over: .seconds(1), by: .easeOut)])
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

  @Test func `stays at its start without keyframes`() {
    let track = KeyframeTrack(from: 3.0, [])
    #expect(track.duration == .zero)
    #expect(track.value(after: .zero) == 3)
    var value = Animated(0.0, threshold: 1)
    value.play(track, at: .zero)
    #expect(value.value(at: .zero) == 3)
    #expect(value.nextChange(after: .zero) == nil)
  }
}
