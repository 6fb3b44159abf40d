import Gestures
import Motion
import Scene
import TestSupport
import Testing

private let hold = LongPressGesture(minimumDuration: .milliseconds(300), maximumDistance: 10)
private let tap = TapGesture(maximumDuration: .milliseconds(300), maximumDistance: 10)
private let doubleTap = TapGesture(
  count: 2, maximumDuration: .milliseconds(300), maximumDistance: 10,
  maximumInterval: .milliseconds(150), maximumSeparation: 5)

@Suite struct `Sequenced gestures` {
  private func summary(_ script: PointerScript) -> String {
    switch script.outcome(of: hold.sequenced(before: DragGesture())) {
    case .possible: "possible"
    case .active(let value): "active \(value.second.map { "\($0.translation.dx)" } ?? "-")"
    case .ended(let value): "ended \(value.second.map { "\($0.translation.dx)" } ?? "-")"
    case .failed: "failed"
    }
  }

  private static let table: [(PointerScript, String)] = [
    (PointerScript("nothing", []), "possible"),
    (PointerScript("not yet", [(0, press(0)), (299, nil)]), "possible"),
    (PointerScript("held, without a movement", [(0, press(0)), (300, nil)]), "active 0.0"),
    (PointerScript("released early", [(0, press(0)), (200, release(0))]), "failed"),
    (PointerScript("moved early", [(0, press(0)), (200, move(50)), (400, move(60))]), "failed"),
    (PointerScript("dragged", [(0, press(0)), (350, move(60))]), "active 60.0"),
    (
      // The drag starts at the position at the end of the long press.
      PointerScript("wavering first", [(0, press(0)), (100, move(4)), (350, move(60))]),
      "active 56.0"
    ),
    (PointerScript("dropped", [(0, press(0)), (350, move(60)), (400, release(70))]), "ended 70.0"),
    (PointerScript("dropped immediately", [(0, press(0)), (300, release(0))]), "ended 0.0"),
    (PointerScript("cancelled", [(0, press(0)), (350, move(60)), (400, .cancelled)]), "failed"),
    (PointerScript("cancelled early", [(0, press(0)), (100, .cancelled), (400, nil)]), "failed"),
    (
      PointerScript("again", [(0, press(0)), (350, release(60)), (400, press(5)), (600, nil)]),
      "possible"
    ),
    (
      PointerScript(
        "twice", [(0, press(0)), (350, release(60)), (400, press(5)), (700, move(8))]),
      "active 3.0"
    ),
  ]

  @Test(arguments: table)
  func `B2 recognize a drag only after a long press`(script: PointerScript, outcome: String) {
    #expect(summary(script) == outcome)
  }

  @Test func `start at the deadline of the previous gesture, even if processed late`() {
    let next = LongPressGesture(minimumDuration: .milliseconds(200), maximumDistance: 10)
    var gesture = hold.sequenced(before: next).sequenced(before: DragGesture())
    gesture.handle(press(0), at: .zero)
    #expect(gesture.deadline == milliseconds(300))
    var late = gesture
    gesture.advance(to: milliseconds(300))
    #expect(gesture.deadline == milliseconds(500))
    late.advance(to: milliseconds(10_000))
    #expect(late.state.value != nil)
    #expect(late.deadline == nil)
  }
}

@Suite struct `Simultaneous gestures` {
  private func summary(_ script: PointerScript) -> String {
    let state = script.outcome(of: hold.simultaneously(with: DragGesture(minimumDistance: 3)))
    func parts(_ value: SimultaneousGesture<LongPressGesture, DragGesture>.Value) -> String {
      "\(value.first == nil ? "-" : "held") \(value.second == nil ? "-" : "dragged")"
    }
    switch state {
    case .possible: return "possible"
    case .active(let value): return "active " + parts(value)
    case .ended(let value): return "ended " + parts(value)
    case .failed: return "failed"
    }
  }

  private static let table: [(PointerScript, String)] = [
    (PointerScript("nothing", []), "possible"),
    (PointerScript("down", [(0, press(0)), (299, nil)]), "possible"),
    (PointerScript("held", [(0, press(0)), (300, nil)]), "active held -"),
    (PointerScript("held, released", [(0, press(0)), (300, release(0))]), "ended held -"),
    (PointerScript("moved", [(0, press(0)), (100, move(5))]), "active - dragged"),
    (
      PointerScript("moved, held", [(0, press(0)), (100, move(5)), (300, nil)]),
      "active held dragged"
    ),
    (PointerScript("moved far", [(0, press(0)), (100, move(50)), (300, nil)]), "active - dragged"),
    (
      PointerScript("all", [(0, press(0)), (100, move(5)), (300, release(5))]),
      "ended held dragged"
    ),
    (PointerScript("neither", [(0, press(0)), (100, release(0))]), "failed"),
    (PointerScript("cancelled", [(0, press(0)), (100, move(5)), (200, .cancelled)]), "failed"),
  ]

  @Test(arguments: table)
  func `B1 are recognized independently`(script: PointerScript, outcome: String) {
    #expect(summary(script) == outcome)
  }

  @Test func `have the earlier deadline of both`() {
    var gesture = hold.simultaneously(with: TapGesture(maximumDuration: .seconds(1), maximumDistance: 1))
    gesture.handle(press(0), at: .zero)
    #expect(gesture.deadline == milliseconds(300))
    gesture.advance(to: milliseconds(300))
    #expect(gesture.deadline == milliseconds(1000))
  }
}

@Suite struct `Exclusive gestures` {
  private func summary(_ script: PointerScript) -> String {
    let gesture = hold.sequenced(before: DragGesture()).exclusively(before: tap)
    switch script.outcome(of: gesture) {
    case .possible: return "possible"
    case .active(.first): return "dragging"
    case .active(.second): return "tapping"
    case .ended(.first): return "dropped"
    case .ended(.second): return "tapped"
    case .failed: return "failed"
    }
  }

  private static let table: [(PointerScript, String)] = [
    (PointerScript("nothing", []), "possible"),
    (PointerScript("down", [(0, press(0))]), "possible"),
    (PointerScript("short", [(0, press(0)), (200, release(0))]), "tapped"),
    (PointerScript("short, moved a little", [(0, press(0)), (200, release(9))]), "tapped"),
    (
      PointerScript("short, moved far", [(0, press(0)), (100, move(30)), (200, release(30))]),
      "failed"
    ),
    (PointerScript("long", [(0, press(0)), (300, nil)]), "dragging"),
    (PointerScript("long, released", [(0, press(0)), (300, release(0))]), "dropped"),
    (PointerScript("dragged", [(0, press(0)), (400, move(90)), (500, release(90))]), "dropped"),
    (PointerScript("cancelled", [(0, press(0)), (400, move(90)), (500, .cancelled)]), "failed"),
    (
      PointerScript("moved, then long", [(0, press(0)), (100, move(30)), (900, release(0))]),
      "failed"
    ),
    (
      PointerScript(
        "tapped after a drag",
        [(0, press(0)), (400, release(9)), (500, press(9)), (600, release(9))]),
      "tapped"
    ),
  ]

  @Test(arguments: table)
  func `B2 are recognized as a drag, a tap or nothing`(script: PointerScript, outcome: String) {
    #expect(summary(script) == outcome)
  }
}

@Suite struct `Every gesture` {
  @Test(arguments: seeds(300))
  func `has the same result if its deadlines are processed in time or late`(seed: Int) {
    let script = PointerScript(seed: seed)
    func expectSame<Subject: Gesture>(_ gesture: Subject) where Subject.Value: Equatable {
      let punctual = script.states(of: gesture, isPunctual: true)
      #expect(script.states(of: gesture, isPunctual: false) == punctual, "\(Subject.self)")
    }
    let drag = DragGesture(minimumDistance: 3)
    expectSame(hold)
    expectSame(tap)
    expectSame(doubleTap)
    expectSame(doubleTap.exclusively(before: tap))
    expectSame(drag)
    expectSame(hold.sequenced(before: drag))
    expectSame(hold.simultaneously(with: tap))
    expectSame(hold.sequenced(before: DragGesture()).exclusively(before: tap))
    expectSame(hold.sequenced(before: hold).sequenced(before: drag.simultaneously(with: hold)))
  }

  @Test(arguments: seeds(300))
  func `fails when it is cancelled`(seed: Int) {
    let steps = PointerScript(seed: seed).steps + [(9_000, .cancelled)]
    let script = PointerScript("cancelled", steps)
    #expect(script.outcome(of: hold) == .failed)
    #expect(script.outcome(of: tap) == .failed)
    #expect(script.outcome(of: doubleTap) == .failed)
    #expect(script.outcome(of: DragGesture()) == .failed)
    #expect(script.outcome(of: hold.sequenced(before: DragGesture())) == .failed)
    #expect(script.outcome(of: hold.simultaneously(with: tap)) == .failed)
    #expect(script.outcome(of: DragGesture().exclusively(before: tap)) == .failed)
  }

  @Test func `cancels the first gesture of a sequence only once`() {
    var sequence = RecoveringGesture().sequenced(before: tap)
    sequence.handle(press(0), at: .zero)
    sequence.handle(.cancelled, at: .zero)
    #expect(sequence.state == .failed)
  }
}

/// A gesture that fails when it is cancelled and becomes possible again when it is cancelled once
/// more.
private struct RecoveringGesture: Gesture {
  private(set) var state = GestureState<Point>.possible
  let deadline: Instant? = nil

  mutating func handle(_ event: GestureEvent, at now: Instant) {
    if case .cancelled = event { state = state == .failed ? .possible : .failed }
  }

  mutating func advance(to now: Instant) {}
}
