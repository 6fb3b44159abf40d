import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Child control` {
  /// The drawing times are arbitrary: repeated, or later than the next event.
  @Test(arguments: seeds(20))
  func `has the drawings, actions, wake-ups and modality of an uncached control`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let button = FloatingButton.Configuration(drag: .immediate, tap: .expand, dims: true)
    var plain = ControlHarness(button: button)
    var cached = ControlHarness(Child(plain.control))
    var (driver, otherDriver) = (
      RandomInputDriver(seed: seed, in: area), RandomInputDriver(seed: seed, in: area)
    )
    for _ in 0..<150 {
      driver.act(on: &plain)
      otherDriver.act(on: &cached)
      let ahead = Duration.milliseconds(Int.random(in: 0...40, using: &generator))
      for now in [cached.now, cached.now + ahead, cached.now] {
        let (drawing, expected) = (cached.drawing(at: now), plain.drawing(at: now))
        #expect(drawing == expected)
        let (next, expectedNext) = (
          cached.control.nextChange(after: now), plain.control.nextChange(after: now)
        )
        #expect(next == expectedNext)
      }
      let (isModal, expected) = (cached.control.isModal, plain.control.isModal)
      #expect(isModal == expected)
    }
    let (actions, expected) = (cached.actions, plain.actions)
    #expect(actions == expected)
  }

  @Test(arguments: seeds(10)) func `has the drawings, wake-ups and modality of an uncached token field`(
    seed: Int
  ) {
    var plain = ControlHarness(tokens: ControlHarness.samples, width: 250)
    var cached = ControlHarness(Child(plain.control))
    let area = Rect(x: 0, y: 0, width: 260, height: 80)
    var (driver, otherDriver) = (
      RandomInputDriver(seed: seed, in: area), RandomInputDriver(seed: seed, in: area)
    )
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      driver.act(on: &plain)
      otherDriver.act(on: &cached)
      let bounds = Rect(
        x: 0, y: 0, width: 260, height: Double(Int.random(in: 8...12, using: &generator)) * 20)
      for _ in 0..<2 {
        let (next, expectedNext) = (
          cached.control.nextChange(after: cached.now), plain.control.nextChange(after: plain.now)
        )
        #expect(next == expectedNext)
        plain.control.setOverlayBounds(bounds, at: plain.now)
        cached.control.setOverlayBounds(bounds, at: cached.now)
      }
      let (isModal, isExpectedModal) = (cached.control.isModal, plain.control.isModal)
      #expect(isModal == isExpectedModal)
      let (drawing, expected) = (cached.drawing(), plain.drawing())
      #expect(drawing == expected)
    }
  }

  @Test func `has the next change and the modality for new overlay bounds`() {
    let child = Child(CountingControl())
    #expect(child.nextChange(after: .zero) != .zero && !child.isModal)
    child.setOverlayBounds(Rect(x: 0, y: 0, width: 10, height: 10), at: .zero)
    #expect(child.nextChange(after: .zero) == .zero && child.isModal)
  }

  @Test func `is drawn once while its appearance does not change`() {
    let counting = ControlHarness(Child(CountingControl()))
    for milliseconds in 0..<2000 { _ = counting.drawing(at: .zero + .milliseconds(milliseconds)) }
    // One drawing for each of the two seconds. Debug builds check ten of the reuses in each.
    let drawings = counting.control.read { $0.drawings.count }
    #expect((2...22).contains(drawings))
  }

  #if DEBUG
    @Test func `traps with the name of a control whose next change is too late`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let child = Child(ForgetfulControl())
        var list = DisplayList()
        for milliseconds in 0..<100 { child.draw(into: &list, at: .zero + .milliseconds(milliseconds)) }
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("ForgetfulControl has changed its drawing between 0.0 s and 0.001 s"))
      #expect(message.contains("nextChange(after:) returned nil"))
    }

    /// A control alone in its window is drawn again only after an event.
    @Test func `traps at an event, too`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let child = Child(ForgetfulControl())
        var list = DisplayList()
        child.draw(into: &list, at: .zero)
        _ = child.handle(.windowFocusChanged(isFocused: true), at: .zero + .seconds(1))
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("ForgetfulControl has changed its drawing between 0.0 s and 1.0 s"))
    }
  #endif

  @Test func `is drawn again after every mutation`() {
    var counting = ControlHarness(Child(CountingControl()))
    for _ in 0..<5 {
      _ = counting.drawing()
      counting.control.control.value += 1
      _ = counting.drawing()
      counting.control.focus(nil, at: counting.now)
      _ = counting.drawing()
      counting.environment.reducesMotion.toggle()
    }
    let drawings = counting.control.read { $0.drawings.count }
    #expect(drawings == 15)
  }

  @Test func `is drawn again after every event, without damage if the drawing is the same`() {
    var counting = ControlHarness(Child(CountingControl()))
    var (displayed, next, damage) = (DisplayList(), DisplayList(), DamageTracker())
    counting.control.draw(into: &displayed, at: counting.now)
    for _ in 0..<5 {
      counting.move(to: .zero)
      next.removeAll()
      counting.control.draw(into: &next, at: counting.now)
      damage.update(from: displayed, to: next, scale: 1)
      #expect(damage.rects.isEmpty)
      swap(&displayed, &next)
    }
    let drawings = counting.control.read { $0.drawings.count }
    #expect(drawings == 6)
  }

  /// The recording is identical, so the renderer does not have to compare its contents.
  @Test func `shares its recording with the previous frame`() {
    let cached = Child(CountingControl())
    var lists = [DisplayList(), DisplayList()]
    for index in lists.indices { cached.draw(into: &lists[index], at: .zero) }
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

/// A square that grows every second and counts its drawings. Events change nothing. With overlay bounds,
/// it is modal and animated.
private struct CountingControl: Control {
  final class Counter { var count = 0 }

  let drawings = Counter()
  var value = 0
  private(set) var isModal = false
  private(set) var environment = Environment(text: FixedTextMetrics())

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> { .ignored }
  func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }

  mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) { isModal = true }

  func nextChange(after now: Instant) -> Instant? {
    isModal ? now : .zero + .seconds(Int(now.seconds(since: .zero).rounded(.down)) + 1)
  }

  func draw(into list: inout DisplayList, at now: Instant) {
    drawings.count += 1
    let side = now.seconds(since: .zero).rounded(.down) + 1
    list.fill(.rect(Rect(x: 0, y: 0, width: side, height: side)), .black)
  }
}

/// A square that grows, but reports no change.
private struct ForgetfulControl: FocusableControl {
  typealias Action = Never

  let environment = Environment(text: FixedTextMetrics())
  let frame = Rect.zero
  var isFocused = false

  mutating func update(_ environment: Environment, at now: Instant) {}
  mutating func layOut(at origin: Point, width: Double, at now: Instant) {}
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> { .ignored }
  func nextChange(after now: Instant) -> Instant? { nil }
  func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }

  func draw(into list: inout DisplayList, at now: Instant) {
    list.fill(.rect(Rect(x: 0, y: 0, width: now.seconds(since: .zero), height: 1)), .black)
  }
}
