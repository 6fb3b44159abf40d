import Motion
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Press delay` {
  private static let press = PointerPress(at: .zero)

  private func milliseconds(_ count: Int) -> Instant { .zero + .milliseconds(count) }

  /// The press arrives up to 200 ms after its time, until when the content receives times of its own. During the press, it
  /// receives those until which all input is known.
  @Test(arguments: seeds(50))
  func `keeps all durations of a press, in the order of the times of the content`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var (delay, latest, now) = (PressDelay(), Instant.zero, 0)
    for _ in 0..<20 {
      now += Int.random(in: 0...300, using: &generator)
      let begin = now
      latest = max(latest, milliseconds(begin + Int.random(in: -100...200, using: &generator)))
      let pressed = delay.instant(
        of: .pointerPressed(Self.press), at: milliseconds(begin), after: latest, isLast: false)
      #expect(pressed == max(latest, milliseconds(begin)))
      latest = pressed
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        latest = max(latest, milliseconds(Int.random(in: begin...now, using: &generator)))
        now += Int.random(in: 0...50, using: &generator)
        let moved = delay.instant(
          of: .pointerMoved(to: .zero), at: milliseconds(now), after: latest, isLast: false)
        #expect(moved >= latest && pressed.duration(to: moved) == .milliseconds(now - begin))
        latest = moved
      }
      now += Int.random(in: 0...50, using: &generator)
      let released = delay.instant(
        of: .pointerReleased(Self.press), at: milliseconds(now), after: latest, isLast: true)
      #expect(released >= latest && pressed.duration(to: released) == .milliseconds(now - begin))
      latest = released
      #expect(
        delay.instant(of: .pointerMoved(to: .zero), at: milliseconds(now), after: latest, isLast: true)
          == milliseconds(now), "the delay ends with the press")
    }
  }

  @Test func `is limited, and the same for a second button`() {
    var delay = PressDelay()
    let press = InputEvent.pointerPressed(Self.press)
    let first = delay.instant(of: press, at: .zero, after: milliseconds(60_000), isLast: false)
    #expect(first == milliseconds(0) + PressDelay.maximum)
    var other = PressDelay()
    _ = other.instant(of: press, at: milliseconds(5), after: milliseconds(8), isLast: false)
    let second = other.instant(of: press, at: milliseconds(10), after: milliseconds(50), isLast: false)
    #expect(second == milliseconds(13))
  }

  @Test func `lasts until the last button is released, or the pointer is lost`() {
    for end in [InputEvent.pointerReleased(Self.press), .pointerGrabLost] {
      var delay = PressDelay()
      func instant(of event: InputEvent, isLast: Bool) -> Instant {
        delay.instant(of: event, at: milliseconds(10), after: milliseconds(50), isLast: isLast)
      }
      #expect(instant(of: .pointerPressed(Self.press), isLast: false) == milliseconds(50))
      #expect(instant(of: .pointerPressed(Self.press), isLast: false) == milliseconds(50))
      #expect(instant(of: .pointerReleased(Self.press), isLast: false) == milliseconds(50))
      #expect(instant(of: end, isLast: true) == milliseconds(50))
      #expect(instant(of: .pointerMoved(to: .zero), isLast: true) == milliseconds(10))
    }
  }
}
