import Controls
import Scene
import Testing

@Suite struct `Press tracker` {
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

  /// Returns a tracker with a pressed pointer button.
  private func pressedTracker() -> PressTracker {
    var tracker = PressTracker()
    #expect(handle(pressed(Self.inside), &tracker) == .handled)
    #expect(tracker.isPressed && tracker.isHovered)
    return tracker
  }

  @Test func `reports a press when the pointer is released on the control`() {
    var tracker = pressedTracker()
    #expect(handle(released(Self.inside), &tracker) == .pressed)
    #expect(!tracker.isPressed && tracker.isHovered)
  }

  @Test func `reports no press if the pointer is pressed or released elsewhere`() {
    var tracker = pressedTracker()
    #expect(handle(.pointerMoved(to: Self.outside), &tracker) == .handled, "it is pressed")
    #expect(handle(released(Self.outside), &tracker) == .handled)
    #expect(handle(pressed(Self.outside), &tracker) == .ignored)
    #expect(handle(released(Self.inside), &tracker) == .ignored)
    #expect(!tracker.isPressed && !tracker.isHovered)
  }

  @Test func `ignores other pointer buttons`() {
    var tracker = PressTracker()
    for button in [PointerButton.secondary, .middle] {
      #expect(handle(pressed(Self.inside, button), &tracker) == .ignored)
      #expect(!tracker.isPressed)
    }
    tracker = pressedTracker()
    #expect(handle(released(Self.inside, .secondary), &tracker) == .ignored)
    #expect(tracker.isPressed)
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `cancels a press that cannot be released`(event: InputEvent) {
    var tracker = pressedTracker()
    #expect(handle(event, &tracker) == .ignored, "other controls receive the event, too")
    #expect(!tracker.isPressed)
    #expect(handle(released(Self.inside), &tracker) == .ignored)
  }

  @Test(arguments: [
    InputEvent.pointerLeft, .windowFocusChanged(isFocused: false),
    .scrolled(ScrollEvent(at: Point(x: 5, y: 5), notches: Vector(dx: 0, dy: 1))),
  ]) func `stays pressed after other events`(event: InputEvent) {
    var tracker = pressedTracker()
    #expect(handle(event, &tracker) == .ignored)
    #expect(tracker.isPressed)
    #expect(handle(released(Self.inside), &tracker) == .pressed)
  }

  @Test func `is hovered while the pointer is over the control`() {
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
  func `is pressed by a key only once and only with focus`(key: Key) {
    var tracker = PressTracker()
    #expect(handle(.keyPressed(KeyPress(key)), &tracker) == .ignored)
    tracker.isFocused = true
    #expect(handle(.keyPressed(KeyPress(key)), &tracker) == .pressed)
    #expect(handle(.keyPressed(KeyPress(key, isRepeat: true)), &tracker) == .handled)
    #expect(handle(.keyPressed(KeyPress(.left)), &tracker) == .ignored)
  }

  @Test func `has the pressed style only while the pointer is over the control`() {
    func style(_ tracker: PressTracker) -> Int { tracker.style(normal: 0, hovered: 1, pressed: 2) }
    var tracker = PressTracker()
    #expect(style(tracker) == 0)
    _ = handle(.pointerMoved(to: Self.inside), &tracker)
    #expect(style(tracker) == 1)
    tracker = pressedTracker()
    #expect(style(tracker) == 2)
    _ = handle(.pointerMoved(to: Self.outside), &tracker)
    #expect(style(tracker) == 0)
  }
}
