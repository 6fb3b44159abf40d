import Controls
import Motion
import Scene
import Testing

@testable import Knob

@Suite struct `Volume knob` {
  /// Returns a knob with the value 50 in a window.
  private func knob() -> VolumeKnob {
    var knob = VolumeKnob(50, in: Environment(text: FixedWidthText()))
    knob.layOut(at: .zero, width: 200, at: .zero)
    return knob
  }

  @Test func `is turned up by a drag up`() {
    var knob = knob()
    var position = knob.frame.center
    _ = knob.handle(.pointerPressed(PointerPress(at: position)), at: .zero)
    position.y -= 30
    let response = knob.handle(.pointerMoved(to: position), at: .zero + .milliseconds(10))
    #expect(response.actions == [.changed(70)])
  }

  @Test func `is turned by the arrow keys if it has the focus, and comes to rest`() {
    var knob = knob()
    knob.isFocused = true
    var now = Instant.zero
    let response = knob.handle(.keyPressed(KeyPress(.right)), at: now)
    #expect(response.actions == [.changed(51)])
    while let next = knob.nextChange(after: now) { now = max(next, now + .milliseconds(16)) }
    #expect(knob.value == 51 && now > .zero)
  }
}
