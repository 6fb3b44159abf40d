import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window animations` {
  @Test func `W2 keep the invariants of all controls over time`() throws {
    let laws = LawsAfterInput { movingWindow(reducesMotion: $0) }
    for seed in 0..<3 { try laws.checkTimeSteps(seed: seed) }
    try laws.checkNextChange()
    try laws.checkReducedMotion()
    try laws.checkRest()
    #expect(movingWindow().drawing() != movingWindow(reducesMotion: true).drawing())
  }

  @Test func `cause no wake-up for ten minutes after the caret has stopped`() {
    var harness = movingWindow()
    harness.advance(by: .seconds(12))
    let wakeUps = harness.wakeUps
    harness.advance(by: .seconds(600))
    #expect(harness.wakeUps == wakeUps)
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
