import Gestures
import Motion
import Scene
import TestSupport
import Testing

/// Movements that the X server has put together, that come at once, or in the wrong order.
@Suite struct `Events that come late` {
  private func drag(_ steps: [PointerScript.Step], _ distance: Double = 0) -> Drag.Value? {
    PointerScript("", steps).outcome(of: Drag(minimumDistance: distance)).value
  }

  @Test func `do not move a drag back`() {
    let steps: [PointerScript.Step] = [(0, press(0)), (10, move(10)), (30, move(30))]
    #expect(drag(steps)?.location == at(30))
    #expect(drag(steps + [(20, move(20))])?.location == at(30))
    #expect(drag(steps + [(20, move(20)), (40, move(40))])?.location == at(40))
    #expect(drag(steps + [(20, release(20))])?.location == at(30))
  }

  @Test(arguments: 0..<30) func `count for the velocity as if they had come in time`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let moves: [PointerScript.Step] = (1...12).map { ($0 * 7, move(Double($0 * $0))) }
    let start: [PointerScript.Step] = [(0, press(0))]
    let end: [PointerScript.Step] = [(85, move(145)), (85, release(145))]
    let inTime = drag(start + moves + end)
    let late = drag(start + moves.shuffled(using: &generator) + end)
    #expect(late == inTime)
    #expect(inTime?.velocity.dx ?? 0 > 2000)
  }

  @Test func `make a drag of a press that had gone far enough`() {
    let steps: [PointerScript.Step] = [(0, press(0)), (20, move(1)), (10, move(9))]
    #expect(drag(steps, 5)?.location == at(1))
  }

  @Test func `at the same instant move a drag to the last of them`() {
    let steps: [PointerScript.Step] = [(0, press(0)), (10, move(10)), (10, move(12))]
    #expect(drag(steps)?.location == at(12))
  }

  @Test func `leave a long press, and the drag after it, where the pointer is`() {
    let hold = LongPress(minimumDuration: .milliseconds(300), maximumDistance: 10)
    let script = PointerScript(
      "late", [(0, press(0)), (20, move(6)), (10, move(3)), (300, nil)])
    #expect(script.outcome(of: hold) == .ended(at(6)))
    let sequence = script.outcome(of: hold.sequenced(before: Drag()))
    #expect(sequence.value?.second?.start == at(6))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `or that are nowhere finite move nothing`(place: Double) {
    let steps: [PointerScript.Step] = [(0, press(0)), (10, move(10)), (20, move(place))]
    #expect(drag(steps) == drag(Array(steps.dropLast())))
  }

  @Test func `lose no way of a drag, however many movements are made one`() {
    let all: [PointerScript.Step] = (1...100).map { ($0, move(Double($0) * 3)) }
    let start: [PointerScript.Step] = [(0, press(0))]
    for stride in [1, 4, 16, 33] {
      let some = all.enumerated().filter { ($0.offset + 1).isMultiple(of: stride) }.map(\.element)
      let value = drag(start + some + [(100, release(300))])
      #expect(value?.translation == Vector(dx: 300, dy: 0))
      #expect(abs((value?.velocity.dx ?? 0) - 3000) <= 1e-6)
    }
  }

  @Test(arguments: [(299, true), (300, false), (310, false)])
  func `undo a long press, and the drag after it, where they went too far in its time`(
    time: Int, isUndone: Bool
  ) {
    let hold = LongPress(minimumDuration: .milliseconds(300), maximumDistance: 10)
    let script = PointerScript("late", [(0, press(0)), (320, nil), (time, move(11))])
    #expect((script.outcome(of: hold) == .failed) == isUndone)
    #expect((script.outcome(of: hold.sequenced(before: Drag())) == .failed) == isUndone)
    let near = PointerScript("late, near", [(0, press(0)), (320, nil), (time, move(9))])
    #expect(near.outcome(of: hold).value != nil)
    #expect(near.outcome(of: hold.sequenced(before: Drag())).value?.second != nil)
  }
}
