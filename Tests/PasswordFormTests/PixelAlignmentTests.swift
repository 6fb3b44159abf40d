import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password form at rest` {
  @Test(arguments: [1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 3])
  func `draws sharp edges at any scale`(scale: Double) {
    var harness = ControlHarness(
      PasswordForm(in: Environment(text: FixedTextMetrics(), scale: scale)))
    harness.control.layOut(at: Point(x: 41, y: 33), width: 217, at: harness.now)
    for stop in 0..<harness.control.focusStopCount {
      harness.control.focus(stop, at: harness.now)
      harness.settle(within: .seconds(1))
      if stop == 0 {
        harness.type("Passw0rd!")
        harness.press(.left, .shift)
      }
      let soft = harness.drawing().softEdges(scale: scale)
      #expect(soft.isEmpty, "stop \(stop) at \(scale): \(soft)")
    }
  }
}
