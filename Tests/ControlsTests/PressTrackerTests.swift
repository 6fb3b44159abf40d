import Controls
import Scene
import Testing

@Suite struct `A press tracker` {
  private static let inside = Point(x: 5, y: 5)
  private static let outside = Point(x: 15, y: 5)

  private func handle(_ event: InputEvent, _ tracker: inout PressTracker) -> PressTracker.Outcome {
    tracker.handle(event) { Rect(x: 0, y: 0, width: 10, height: 10).contains($0) }
  }

  private func pressed(_ point: Point, _ button: PointerButton = .primary) -> InputEvent {
    .pointerPressed(PointerPress(at: point, button: button, modifiers: []))
  }

  private func released(_ point: Point, _ button: PointerButton = .primary) -> InputEvent {
    .pointerReleased(PointerPress(at: point, button: button, modifiers: []))
  }

  /// One that is held down.
  private func held() -> PressTracker {
    var tracker = PressTracker()
    #expect(handle(pressed(Self.inside), &tracker) == .handled)
    #expect(tracker.isPressed && tracker.isHovered)
    return tracker
  }

  @Test func `is pressed where the pointer is let go on it`() {
    var tracker = held()
    #expect(handle(released(Self.inside), &tracker) == .pressed)
    #expect(!tracker.isPressed && tracker.isHovered)
  }

  @Test func `is not pressed where the pointer is let go elsewhere, or went down there`() {
    var tracker = held()
    #expect(handle(.pointerMoved(to: Self.outside), &tracker) == .handled, "it is held down")
    #expect(handle(released(Self.outside), &tracker) == .handled)
    #expect(handle(pressed(Self.outside), &tracker) == .ignored)
    #expect(handle(released(Self.inside), &tracker) == .ignored)
    #expect(!tracker.isPressed && !tracker.isHovered)
  }

  @Test func `knows one pointer button only`() {
    var tracker = PressTracker()
    for button in [PointerButton.secondary, .middle] {
      #expect(handle(pressed(Self.inside, button), &tracker) == .ignored)
      #expect(!tracker.isPressed)
    }
    tracker = held()
    #expect(handle(released(Self.inside, .secondary), &tracker) == .ignored)
    #expect(tracker.isPressed)
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `forgets a press that will never be let go`(event: InputEvent) {
    var tracker = held()
    #expect(handle(event, &tracker) == .ignored, "others are to hear of it too")
    #expect(!tracker.isPressed)
    #expect(handle(released(Self.inside), &tracker) == .ignored)
  }

  @Test(arguments: [
    InputEvent.pointerLeft, .windowFocusChanged(isFocused: false),
    .scrolled(ScrollStep(at: Point(x: 5, y: 5), notches: Vector(dx: 0, dy: 1))),
  ]) func `is held down through all else`(event: InputEvent) {
    var tracker = held()
    #expect(handle(event, &tracker) == .ignored)
    #expect(tracker.isPressed)
    #expect(handle(released(Self.inside), &tracker) == .pressed)
  }

  @Test func `is hovered as long as the pointer is on it`() {
    var tracker = PressTracker()
    #expect(handle(.pointerMoved(to: Self.inside), &tracker) == .handled)
    #expect(tracker.isHovered)
    #expect(handle(.pointerMoved(to: Self.outside), &tracker) == .ignored)
    #expect(!tracker.isHovered)
    _ = handle(.pointerMoved(to: Self.inside), &tracker)
    #expect(handle(.pointerLeft, &tracker) == .ignored)
    #expect(!tracker.isHovered)
  }

  @Test(arguments: [Key.space, .enter])
  func `is pressed by a key once, and only with the focus`(key: Key) {
    var tracker = PressTracker()
    #expect(handle(.keyPressed(KeyPress(key)), &tracker) == .ignored)
    tracker.isFocused = true
    #expect(handle(.keyPressed(KeyPress(key)), &tracker) == .pressed)
    #expect(handle(.keyPressed(KeyPress(key, isRepeat: true)), &tracker) == .handled)
    #expect(handle(.keyPressed(KeyPress(.left)), &tracker) == .ignored)
  }

  @Test func `looks pressed only while the pointer is on it`() {
    func look(_ tracker: PressTracker) -> Int { tracker.look(rest: 0, hovered: 1, pressed: 2) }
    var tracker = PressTracker()
    #expect(look(tracker) == 0)
    _ = handle(.pointerMoved(to: Self.inside), &tracker)
    #expect(look(tracker) == 1)
    tracker = held()
    #expect(look(tracker) == 2)
    _ = handle(.pointerMoved(to: Self.outside), &tracker)
    #expect(look(tracker) == 0)
  }
}
