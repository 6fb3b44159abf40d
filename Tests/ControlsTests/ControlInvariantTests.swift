import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Invariants of all controls after any user input.
@Suite struct `All controls` {
  @Test(arguments: ControlScenario.allCases)
  func `W2 produces the same drawing for the same time`(scenario: ControlScenario) {
    let (control, now) = scenario.perform()
    let times = (0..<50).map { now + .milliseconds(37 * $0) }
    let drawings = times.map { drawing(of: control, at: $0) }
    for (time, first) in zip(times, drawings).reversed() {
      #expect(drawing(of: control, at: time) == first)
    }
  }

  @Test(arguments: ControlScenario.allCases, seeds(10))
  func `W2 draws and acts the same for any time steps`(scenario: ControlScenario, seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (control, start) = scenario.perform()
    let end = start + .milliseconds(Int.random(in: 0...3000, using: &generator))
    var (steady, stepped) = (control, control)
    let expected = advance(&steady, to: end)
    var (now, actions) = (start, [String]())
    while now < end {
      now = min(end, now + .microseconds(Int.random(in: 0...200_000, using: &generator)))
      actions += advance(&stepped, to: now)
    }
    #expect(actions == expected)
    #expect(drawing(of: stepped, at: end) == drawing(of: steady, at: end))
    #expect(stepped.nextChange(after: end) == steady.nextChange(after: end))
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 draws the same until the reported next change`(scenario: ControlScenario) {
    var (control, now) = scenario.perform()
    let end = now + .seconds(15)
    while now < end, let next = control.nextChange(after: now) {
      #expect(next >= now)
      if next > now {
        let last = next - .nanoseconds(1)
        #expect(drawing(of: control, at: last) == drawing(of: control, at: now))
      }
      now = max(next, now + .milliseconds(16))
      _ = advance(&control, to: now)
    }
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 comes to rest and stays unchanged without frames for ten minutes`(
    scenario: ControlScenario
  ) throws {
    let (control, now) = try atRest(scenario)
    let last = drawing(of: control, at: now)
    for seconds in 0...600 {
      #expect(control.nextChange(after: now + .seconds(seconds)) == nil)
      #expect(drawing(of: control, at: now + .seconds(seconds)) == last)
    }
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 ends every animation in the state without animation`(scenario: ControlScenario) throws {
    let animated = try atRest(scenario)
    let plain = try atRest(scenario, reducesMotion: true)
    #expect(
      drawing(of: animated.control, at: animated.now) == drawing(of: plain.control, at: plain.now))
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 ends every animation within half a pixel of its end`(scenario: ControlScenario) throws {
    let (control, end) = try atRest(scenario)
    var (moving, resting) = (scenario.perform().now, end)
    guard control.nextChange(after: moving) != nil else { return }
    while resting > moving + .nanoseconds(1) {
      let middle = moving + .nanoseconds((resting.nanoseconds - moving.nanoseconds) / 2)
      if control.nextChange(after: middle) == nil { resting = middle } else { moving = middle }
    }
    let (last, first) = (drawing(of: control, at: moving), drawing(of: control, at: resting))
    #expect(last.elements.count == first.elements.count)
    for (a, b) in zip(last.elements, first.elements) { #expect(isSimilar(a, b)) }
  }

  @Test(arguments: ControlScenario.allCases, seeds(3))
  func `draws the same after an event that changes nothing`(scenario: ControlScenario, seed: Int) {
    let (control, now) = scenario.perform()
    expectNoChangeByRepeatedMovements(of: control, at: now, seed: seed)
  }

  /// Moves the pointer to random positions, twice to each.
  private func expectNoChangeByRepeatedMovements<Subject: Control>(
    of control: Subject, at start: Instant, seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var (control, now) = (control, start)
    for _ in 0..<50 {
      let point = Point(
        x: .random(in: 0...960, using: &generator), y: .random(in: 0...640, using: &generator))
      _ = control.handle(.pointerMoved(to: point), at: now)
      let before = control
      _ = control.handle(.pointerMoved(to: point), at: now)
      #expect(control.nextChange(after: now) == before.nextChange(after: now))
      for time in [now, now + .milliseconds(50), now + .seconds(5)] {
        #expect(drawing(of: control, at: time) == drawing(of: before, at: time))
      }
      now = now + .milliseconds(Int.random(in: 0...100, using: &generator))
      _ = advance(&control, to: now)
    }
  }

  /// Returns whether two elements differ by at most half of what a screen can show, plus the change
  /// of one nanosecond.
  private func isSimilar(_ a: DisplayList.Element, _ b: DisplayList.Element) -> Bool {
    switch (a, b) {
    case (.group(let a, let count), .group(let b, let otherCount)):
      let offset = a.transform.translation - b.transform.translation
      return count == otherCount && max(abs(offset.dx), abs(offset.dy)) <= 0.50001
        && isNear(a.transform.scale, b.transform.scale, within: 1.00001 / 1000)
        && isNear(a.opacity, b.opacity, within: 1.00001 / 512)
    case (.shape(let a, let paint, let color), .shape(let b, let otherPaint, let other)):
      return a == b && paint == otherPaint
        && isNear(color.alpha, other.alpha, within: 1.00001 / 512)
    default:
      return a == b
    }
  }

  /// Advances frame by frame until the control is at rest.
  private func atRest(
    _ scenario: ControlScenario, reducesMotion: Bool = false
  ) throws -> (control: any Control, now: Instant) {
    var (control, now) = scenario.perform(reducesMotion: reducesMotion)
    let limit = now + .seconds(15)
    while let next = control.nextChange(after: now) {
      now = max(next, now + ControlHarness<FloatingButton>.frame)
      try #require(now < limit, "the control comes to rest")
      _ = advance(&control, to: now)
    }
    return (control, now)
  }

  private func drawing(of control: any Control, at now: Instant) -> DisplayList {
    var list = DisplayList()
    control.draw(into: &list, at: now)
    return list
  }
}

/// Advances a control and returns descriptions of its outcomes.
private func advance(_ control: inout some Control, to now: Instant) -> [String] {
  control.advance(to: now).outcomes.map(String.init(describing:))
}
