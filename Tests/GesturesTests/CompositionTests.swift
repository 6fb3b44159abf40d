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
    ("", "possible"), ("p0@0 @299", "possible"), ("p0@0 @300", "active 0.0"), ("p0@0 r0@200", "failed"),
    ("p0@0 m50@200 m60@400", "failed"), ("p0@0 m60@350", "active 60.0"),
    // The drag starts at the position at the end of the long press.
    ("p0@0 m4@100 m60@350", "active 56.0"), ("p0@0 m60@350 r70@400", "ended 70.0"),
    ("p0@0 r0@300", "ended 0.0"), ("p0@0 m60@350 c@400", "failed"), ("p0@0 c@100 @400", "failed"),
    ("p0@0 r60@350 p5@400 @600", "possible"), ("p0@0 r60@350 p5@400 m8@700", "active 3.0"),
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
    ("", "possible"), ("p0@0 @299", "possible"), ("p0@0 @300", "active held -"),
    ("p0@0 r0@300", "ended held -"), ("p0@0 m5@100", "active - dragged"),
    ("p0@0 m5@100 @300", "active held dragged"), ("p0@0 m50@100 @300", "active - dragged"),
    ("p0@0 m5@100 r5@300", "ended held dragged"), ("p0@0 r0@100", "failed"), ("p0@0 m5@100 c@200", "failed"),
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
    ("", "possible"), ("p0@0", "possible"), ("p0@0 r0@200", "tapped"), ("p0@0 r9@200", "tapped"),
    ("p0@0 m30@100 r30@200", "failed"), ("p0@0 @300", "dragging"), ("p0@0 r0@300", "dropped"),
    ("p0@0 m90@400 r90@500", "dropped"), ("p0@0 m90@400 c@500", "failed"), ("p0@0 m30@100 r0@900", "failed"),
    ("p0@0 r9@400 p9@500 r9@600", "tapped"),
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
