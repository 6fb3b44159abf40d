import Gestures
import Motion
import Scene
import TestSupport
import Testing

/// Movements that the X server merges, or that arrive together or out of order.
@Suite struct `Late pointer events` {
  private static let hold = PressRecognizer.DragStart.afterHold(.milliseconds(300), slop: 10)

  private func drag(_ steps: [PressScript.Step], _ distance: Double = 0) -> PressRecognizer.Drag? {
    PressScript("", steps).drag(.afterDistance(distance))
  }

  @Test func `do not move a drag back`() {
    let steps: [PressScript.Step] = [(0, .press(0)), (10, .move(10)), (30, .move(30))]
    #expect(drag(steps)?.position == at(30))
    #expect(drag(steps + [(20, .move(20))])?.position == at(30))
    #expect(drag(steps + [(20, .move(20)), (40, .move(40))])?.position == at(40))
    #expect(drag(steps + [(20, .release(20))])?.position == at(30))
  }

  @Test(arguments: seeds(30)) func `count for the velocity as if they were on time`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let moves: [PressScript.Step] = (1...12).map { ($0 * 7, .move(Double($0 * $0))) }
    let start: [PressScript.Step] = [(0, .press(0))]
    let end: [PressScript.Step] = [(85, .move(145)), (85, .release(145))]
    let inTime = drag(start + moves + end)
    let late = drag(start + moves.shuffled(using: &generator) + end)
    #expect(late == inTime)
    #expect(inTime?.velocity.dx ?? 0 > 2000)
  }

  @Test func `start a drag if the pointer had moved far enough`() {
    let steps: [PressScript.Step] = [(0, .press(0)), (20, .move(1)), (10, .move(9))]
    #expect(drag(steps, 5)?.position == at(1))
  }

  @Test func `move a drag to the last position if they are at the same instant`() {
    let steps: [PressScript.Step] = [(0, .press(0)), (10, .move(10)), (10, .move(12))]
    #expect(drag(steps)?.position == at(12))
  }

  @Test func `do not move a hold or the drag after it back`() {
    let steps: [PressScript.Step] = [(0, .press(0)), (20, .move(6)), (10, .move(3)), (300, nil)]
    #expect(PressScript("late", steps).result(Self.hold) == "dragging 6 to 6")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `are ignored if their position is not finite`(x: Double) {
    let steps: [PressScript.Step] = [(0, .press(0)), (10, .move(10)), (20, .move(x))]
    #expect(drag(steps) == drag(Array(steps.dropLast())))
  }

  @Test func `preserve the translation of a drag if movements are merged`() {
    let all: [PressScript.Step] = (1...100).map { ($0, .move(Double($0) * 3)) }
    for stride in [1, 4, 16, 33] {
      let some = all.enumerated().filter { ($0.offset + 1).isMultiple(of: stride) }.map(\.element)
      let value = drag([(0, .press(0))] + some + [(100, .release(300))])
      #expect(value?.translation == Vector(dx: 300, dy: 0))
      #expect(abs((value?.velocity.dx ?? 0) - 3000) <= 1e-6)
    }
  }

  @Test(arguments: [(299, true), (300, false), (310, false)])
  func `undo a drag after a hold if they moved too far in time`(time: Int, isUndone: Bool) {
    let steps: [PressScript.Step] = [(0, .press(0)), (320, nil)]
    let far = PressScript("late", steps + [(time, .move(11))])
    #expect(far.result(Self.hold) == (isUndone ? "cancelled" : "dragging 0 to 11"))
    let later = PressScript("later", far.steps + [(400, .move(0)), (500, .release(0))])
    #expect(later.result(Self.hold) == (isUndone ? "released" : "dropped 0 to 0"))
    let near = PressScript("near", steps + [(time, .move(9))])
    #expect(near.drag(Self.hold) != nil)
  }
}
