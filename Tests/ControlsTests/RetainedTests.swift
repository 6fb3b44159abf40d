import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A retained control` {
  /// Whatever is done to it and whenever it is drawn: also several times, or ahead of what happens.
  @Test(arguments: 0..<20)
  func `looks, acts and sleeps as the same control that is drawn anew`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let button = FloatingButton.Configuration(drag: .immediate, tap: .expand, dims: true)
    var plain = ControlHarness(button: button)
    var retained = ControlHarness(Retained(plain.control))
    var (person, twin) = (RandomPerson(seed: seed, in: area), RandomPerson(seed: seed, in: area))
    for _ in 0..<150 {
      person.act(on: &plain)
      twin.act(on: &retained)
      let ahead = Duration.milliseconds(Int.random(in: 0...40, using: &generator))
      for now in [retained.now, retained.now + ahead, retained.now] {
        let (drawing, expected) = (retained.drawing(at: now), plain.drawing(at: now))
        #expect(drawing == expected)
      }
      let (next, expected) = (
        retained.control.nextChange(after: retained.now),
        plain.control.nextChange(after: plain.now)
      )
      #expect(next == expected)
    }
    let (actions, expected) = (retained.actions, plain.actions)
    #expect(actions == expected)
  }

  @Test(arguments: 0..<10) func `is so where a caret blinks, and tokens go`(seed: Int) {
    var plain = ControlHarness(tokens: ControlHarness.samples, width: 250)
    var retained = ControlHarness(Retained(plain.control))
    let area = Rect(x: 0, y: 0, width: 260, height: 80)
    var (person, twin) = (RandomPerson(seed: seed, in: area), RandomPerson(seed: seed, in: area))
    for _ in 0..<150 {
      person.act(on: &plain)
      twin.act(on: &retained)
      let (drawing, expected) = (retained.drawing(), plain.drawing())
      #expect(drawing == expected)
    }
  }

  @Test func `is drawn once as long as it looks the same`() {
    let counting = ControlHarness(Retained(CountingControl()))
    for milliseconds in 0..<2000 { _ = counting.drawing(at: .zero + .milliseconds(milliseconds)) }
    // The first second, and the second.
    let drawings = counting.control.ask { $0.drawings.count }
    #expect(drawings == 2)
  }

  @Test func `is drawn anew after whatever was done to it`() {
    var counting = ControlHarness(Retained(CountingControl()))
    for _ in 0..<5 {
      _ = counting.drawing()
      counting.control.control.value += 1
      _ = counting.drawing()
      counting.control.focus(nil, at: counting.now)
      _ = counting.drawing()
      counting.control.environment.reducesMotion.toggle()
    }
    let drawings = counting.control.ask { $0.drawings.count }
    #expect(drawings == 15)
  }

  @Test func `is drawn anew after an event, unless that changes nothing`() {
    var counting = ControlHarness(Retained(CountingControl()))
    for _ in 0..<5 {
      counting.send(.pointerLeft)
      _ = counting.drawing()
      counting.move(to: .zero)
      _ = counting.drawing()
    }
    let drawings = counting.control.ask { $0.drawings.count }
    #expect(drawings == 5)
  }

  /// Its picture is the very same, so that nobody has to look into it.
  @Test func `shares what it has drawn with the frame before`() {
    let retained = Retained(CountingControl())
    var lists = [DisplayList(), DisplayList()]
    for index in lists.indices { retained.draw(into: &lists[index], at: .zero) }
    let buffers = lists.map { list -> UnsafePointer<DisplayList.Element>? in
      guard case .recording(let recording) = list.elements[0] else { return nil }
      return recording.list.elements.withUnsafeBufferPointer(\.baseAddress)
    }
    #expect(buffers[0] != nil && buffers[0] == buffers[1])
  }

  private let area = Rect(x: 620, y: 220, width: 340, height: 200)
}

extension ControlHarness where Subject: ~Copyable {
  fileprivate func drawing(at now: Instant) -> DisplayList {
    var list = DisplayList()
    control.draw(into: &list, at: now)
    return list.flattened
  }
}

/// A square that grows each second, and counts how often it is drawn. Where the pointer is means
/// nothing to it.
private struct CountingControl: Control {
  final class Counter { var count = 0 }

  let drawings = Counter()
  var value = 0
  var environment = Environment(text: FixedTextMetrics())

  mutating func advance(to now: Instant) -> [Never] { [] }
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> {
    if case .pointerMoved = event { return Response(isHandled: false, changesNothing: true) }
    return .ignored
  }
  func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }
  var focusStopCount: Int { 0 }
  mutating func focus(_ stop: Int?, at now: Instant) {}
  func focusStop(under point: Point, at now: Instant) -> Int? { nil }
  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { .zero }

  func nextChange(after now: Instant) -> Instant? {
    .zero + .seconds(Int(now.seconds(since: .zero).rounded(.down)) + 1)
  }

  func draw(into list: inout DisplayList, at now: Instant) {
    drawings.count += 1
    let side = now.seconds(since: .zero).rounded(.down) + 1
    list.fill(.rect(Rect(x: 0, y: 0, width: side, height: side)), .black)
  }
}
