import Motion
import Scene
import Testing

@testable import Gestures

@Suite struct `Click counter` {
  private static func counts(_ presses: [(milliseconds: Int, x: Double, button: PointerButton)]) -> [Int] {
    var counter = ClickCounter()
    return presses.map { press in
      counter.press(
        PointerPress(at: Point(x: press.x, y: 0), button: press.button),
        at: .zero + .milliseconds(press.milliseconds), within: .milliseconds(400), distance: 4, upTo: 3)
    }
  }

  @Test func `starts again after the time limit, elsewhere, and with another button`() {
    #expect(Self.counts([(0, 0, .primary), (399, 0, .primary), (799, 0, .primary)]) == [1, 2, 1])
    #expect(Self.counts([(0, 0, .primary), (9, 4, .primary), (18, 8.1, .primary)]) == [1, 2, 1])
    #expect(Self.counts([(0, 0, .primary), (9, 0, .middle), (18, 0, .primary)]) == [1, 1, 1])
  }
}
