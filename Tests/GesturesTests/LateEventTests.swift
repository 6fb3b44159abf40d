import Gestures
import Motion
import Scene
import TestSupport
import Testing

/// Movements that the X server merges, or that arrive together or out of order.
@Suite struct `Late events` {
  private func drag(_ steps: [PointerScript.Step], _ distance: Double = 0) -> DragGesture.Value? {
    PointerScript("", steps).outcome(of: DragGesture(minimumDistance: distance)).value
  }

  @Test func `do not move a drag back`() {
    let steps: [PointerScript.Step] = [(0, press(0)), (10, move(10)), (30, move(30))]
    #expect(drag(steps)?.position == at(30))
    #expect(drag(steps + [(20, move(20))])?.position == at(30))
    #expect(drag(steps + [(20, move(20)), (40, move(40))])?.position == at(40))
    #expect(drag(steps + [(20, release(20))])?.position == at(30))
  }

  @Test(arguments: seeds(30)) func `count for the velocity as if they were on time`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let moves: [PointerScript.Step] = (1...12).map { ($0 * 7, move(Double($0 * $0))) }
    let start: [PointerScript.Step] = [(0, press(0))]
    let end: [PointerScript.Step] = [(85, move(145)), (85, release(145))]
    let inTime = drag(start + moves + end)
    let late = drag(start + moves.shuffled(using: &generator) + end)
    #expect(late == inTime)
    #expect(inTime?.velocity.dx ?? 0 > 2000)
  }

  @Test func `start a drag if the pointer had moved far enough`() {
    let steps: [PointerScript.Step] = [(0, press(0)), (20, move(1)), (10, move(9))]
    #expect(drag(steps, 5)?.position == at(1))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `are ignored if their position is not finite`(x: Double) {
    let steps: [PointerScript.Step] = [(0, press(0)), (10, move(10)), (20, move(x))]
    #expect(drag(steps) == drag(Array(steps.dropLast())))
  }

  @Test(arguments: [(299, true), (300, false), (310, false)])
  func `make a long press and the drag after it fail if they moved too far in time`(
    time: Int, isUndone: Bool
  ) {
    let hold = LongPressGesture(minimumDuration: .milliseconds(300), maximumDistance: 10)
    let script = PointerScript("late", [(0, press(0)), (320, nil), (time, move(11))])
    #expect((script.outcome(of: hold) == .failed) == isUndone)
    #expect((script.outcome(of: hold.sequenced(before: DragGesture())) == .failed) == isUndone)
    let near = PointerScript("late, near", [(0, press(0)), (320, nil), (time, move(9))])
    #expect(near.outcome(of: hold).value != nil)
    #expect(near.outcome(of: hold.sequenced(before: DragGesture())).value?.second != nil)
  }
}
