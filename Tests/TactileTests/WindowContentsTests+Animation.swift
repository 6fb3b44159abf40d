import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window animations` {
  @Test(arguments: [1, 9, 100])
  func `W2 depend only on the time, not on the frame steps`(step: Int) {
    var jumping = movingWindow()
    var stepping = movingWindow()
    for _ in 0..<5 {
      jumping.advance(by: .milliseconds(300))
      for _ in 0..<300 / step { stepping.advance(by: .milliseconds(step)) }
      stepping.advance(by: .milliseconds(300 % step))
      #expect(stepping.drawing() == jumping.drawing())
    }
  }

  @Test func `W2 end in the frame that reduced motion shows immediately`() {
    var moving = movingWindow()
    var still = movingWindow(reducesMotion: true)
    #expect(moving.drawing() != still.drawing())
    let isStill = moving.settle() && still.settle()
    #expect(isStill)
    #expect(moving.drawing() == still.drawing())
  }

  @Test func `cause no wake-up for ten minutes after the caret has stopped`() {
    var harness = movingWindow()
    harness.advance(by: .seconds(12))
    let (wakeUps, drawing) = (harness.wakeUps, harness.drawing())
    #expect(harness.control.nextChange(after: harness.now) == nil)
    harness.advance(by: .seconds(600))
    #expect(harness.wakeUps == wakeUps)
    #expect(harness.drawing() == drawing)
  }
}

/// Creates a small window in which a label rises, a caret blinks, the column scrolls, and the
/// released button springs to an edge and back to its size.
private func movingWindow(reducesMotion: Bool = false) -> ControlHarness<WindowContents> {
  var harness = smallWindow(reducesMotion: reducesMotion)
  harness.settle()
  harness.pressLong()
  // A button that rests before it is released is not thrown.
  harness.drag(to: Point(x: 300, y: 120), over: .milliseconds(200))
  harness.advance(by: .milliseconds(500))
  harness.release()
  harness.press(.tab)
  harness.press(.tab)
  harness.scroll(2)
  return harness
}
