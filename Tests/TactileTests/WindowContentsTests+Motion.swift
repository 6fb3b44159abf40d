import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `All that moves in the window` {
  @Test func `W2 asks for the next frame through one instant, the earliest of all`() {
    var harness = movingWindow()
    for _ in 0..<60 {
      let now = harness.now
      let changes = [
        harness.control.form.nextChange(after: now), harness.control.tokens.nextChange(after: now),
        harness.control.button.nextChange(after: now),
        harness.control.scroller.nextChange(after: now),
      ]
      #expect(harness.control.nextChange(after: now) == changes.compactMap(\.self).min())
      harness.advance(by: .milliseconds(17))
    }
  }

  @Test(arguments: [1, 9, 100])
  func `W2 is where it is by the time alone, whatever steps it took`(step: Int) {
    var jumping = movingWindow()
    var stepping = movingWindow()
    for _ in 0..<5 {
      jumping.advance(by: .milliseconds(300))
      for _ in 0..<300 / step { stepping.advance(by: .milliseconds(step)) }
      stepping.advance(by: .milliseconds(300 % step))
      #expect(stepping.drawing() == jumping.drawing())
    }
  }

  @Test func `W2 ends in the picture that reduced motion shows at once`() {
    var moving = movingWindow()
    var still = movingWindow(reducesMotion: true)
    #expect(moving.drawing() != still.drawing())
    let isStill = moving.settle() && still.settle()
    #expect(isStill)
    #expect(moving.drawing() == still.drawing())
  }

  @Test func `stays for ten minutes without a wake-up once the caret has stopped`() {
    var harness = movingWindow()
    harness.advance(by: .seconds(12))
    let (wakeUps, picture) = (harness.wakeUps, harness.drawing())
    #expect(harness.control.nextChange(after: harness.now) == nil)
    harness.advance(by: .seconds(600))
    #expect(harness.wakeUps == wakeUps)
    #expect(harness.drawing() == picture)
  }

  @Test func `is drawn the same however often it is drawn`() {
    var harness = movingWindow()
    for _ in 0..<30 {
      #expect(harness.drawing() == harness.drawing())
      harness.advance(by: .milliseconds(11))
    }
  }
}

/// A small window in which a label rises, a caret blinks, the column scrolls, and the button, let
/// go, springs to an edge and back to its size.
private func movingWindow(reducesMotion: Bool = false) -> ControlHarness<WindowContents> {
  var harness = smallWindow(reducesMotion: reducesMotion)
  harness.settle()
  harness.pressLong()
  // A hand that stands still when it lets go throws nothing.
  harness.drag(to: Point(x: 300, y: 120), over: .milliseconds(200))
  harness.advance(by: .milliseconds(500))
  harness.release()
  harness.press(.tab)
  harness.press(.tab)
  harness.scroll(2)
  return harness
}
