import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A panel used with the pointer.
@Suite struct `An action panel under the pointer` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test func `B10 a click on an item chooses it and closes`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.click(harness.center(of: "move"))
    #expect(harness.actions == [.chosen("move"), .closed])
    harness.settle()
    #expect(harness.drawing() == DisplayList())
  }

  @Test func `a press is undone by letting go somewhere else`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.press(at: harness.center(of: "move"))
    harness.move(to: harness.center(of: "quit"))
    harness.release()
    harness.press(at: harness.center(of: "quit"))
    harness.move(to: harness.outside)
    harness.release()
    #expect(harness.actions.isEmpty && harness.control.isOpen)
  }

  @Test(arguments: [PointerButton.primary, .middle, .secondary])
  func `B10 a press outside closes it and goes no further`(button: PointerButton) {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      let press = PointerPress(at: harness.outside, button: button)
      let isTaken = harness.send(.pointerPressed(press))
      #expect(isTaken)
      #expect(harness.actions == [.closed])
      let isReleaseTaken = harness.send(.pointerReleased(press))
      #expect(!isReleaseTaken)
    }
  }

  @Test func `only the primary button chooses, in a menu the secondary one too`() {
    for (arrangement, button, chooses) in [
      (ActionPanel.Arrangement.grid, PointerButton.secondary, false), (.grid, .middle, false),
      (.menu, .secondary, true), (.menu, .middle, false), (.menu, .primary, true),
    ] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      harness.press(at: harness.center(of: "move"), button: button)
      harness.release(button: button)
      #expect(harness.actions == (chooses ? [.chosen("move"), .closed] : []))
    }
  }

  @Test func `what the pointer is over is highlighted until it leaves`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.move(to: harness.center(of: "shape"))
    #expect(harness.control.highlighted == "shape")
    harness.send(.pointerLeft)
    #expect(harness.control.highlighted == nil)
    harness.move(to: harness.center(of: "shape"))
    harness.move(to: harness.outside)
    #expect(harness.control.highlighted == nil)
    harness.press(.home)
    harness.send(.pointerLeft)
    harness.move(to: harness.outside)
    #expect(harness.control.highlighted == "theme", "keys keep theirs")
  }

  @Test func `the pointer is a hand over items and an arrow everywhere else`() {
    var harness = Harness(panel: ActionItem.samples)
    func shape(_ point: Point) -> PointerShape? {
      harness.control.pointerShape(over: point, at: harness.now)
    }
    #expect(shape(harness.center(of: "shape")) == .hand)
    #expect(shape(harness.frame.origin + Vector(dx: 20, dy: 4)) == .arrow)
    #expect(shape(harness.outside) == .arrow)
    harness.press(.escape)
    #expect(shape(harness.center(of: "shape")) == nil)
  }

  @Test func `the press that opened a menu may go on to an item and choose it`() {
    var harness = Harness(panel: ActionItem.samples, .menu, isOpen: false)
    harness.open()
    harness.move(to: Harness.point.rect.origin)
    harness.drag(to: harness.center(of: "inspector"), over: .milliseconds(400))
    #expect(harness.control.highlighted == "inspector")
    harness.send(.pointerReleased(PointerPress(at: harness.pointer, button: .secondary)))
    #expect(harness.actions == [.chosen("inspector"), .closed])
  }

  @Test func `the click that opened a menu leaves it open`() {
    for (way, milliseconds) in [(Vector.zero, 100), (Vector(dx: 5, dy: 5), 250)] {
      var harness = Harness(panel: ActionItem.samples, .menu, isOpen: false)
      harness.open()
      harness.advance(by: .milliseconds(milliseconds))
      let point = Harness.point.rect.origin + way
      harness.send(.pointerReleased(PointerPress(at: point, button: .secondary)))
      #expect(harness.control.isOpen && harness.actions.isEmpty)
      // Its release was the last that was not its own.
      harness.advance(by: .seconds(1))
      let other = PointerPress(at: harness.center(of: "move"), button: .secondary)
      harness.send(.pointerReleased(other))
      #expect(harness.control.isOpen && harness.actions.isEmpty)
    }
  }

  @Test func `the press that opened a menu closes it where it is let go outside`() {
    for (point, isOpen) in [
      (Point(x: 100, y: 100), false), (Harness.point.rect.origin, true),
      (Harness.point.rect.origin + Vector(dx: 30, dy: 2), true),
    ] {
      var harness = Harness(panel: ActionItem.samples, .menu)
      harness.send(.pointerReleased(PointerPress(at: point, button: .secondary)))
      #expect(harness.control.isOpen == isOpen)
      #expect(harness.actions == (isOpen ? [] : [.closed]))
    }
  }

  @Test func `it closes when the window goes, and when another takes the pointer or the keys`() {
    let events: [InputEvent] = [
      .windowHidden, .pointerGrabLost, .windowFocusChanged(isFocused: false),
    ]
    for event in events {
      var harness = Harness(panel: ActionItem.samples)
      let isTaken = harness.send(event)
      #expect(!isTaken, "others are to know too")
      #expect(harness.actions == [.closed])
    }
    var harness = Harness(panel: ActionItem.samples)
    harness.send(.windowHidden)
    #expect(harness.control.nextChange(after: harness.now) == nil, "nobody would see it move")
    harness = Harness(panel: ActionItem.samples)
    harness.send(.windowFocusChanged(isFocused: true))
    #expect(harness.control.isOpen)
  }

  @Test func `what is chosen lights up`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.move(to: harness.center(of: "theme"))
    let hovered = harness.drawing()
    harness.press(at: harness.center(of: "theme"))
    let pressed = harness.drawing()
    #expect(pressed != hovered)
    harness.release()
    #expect(harness.drawing() == pressed)
    harness.settle()
    #expect(harness.drawing() == hovered)
  }
}
