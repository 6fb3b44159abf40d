import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Pointer input of an open panel.
@Suite struct `Action panel pointer input` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test func `B10 chooses the clicked item and closes`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.click(harness.center(of: "move"))
    #expect(harness.actions == [.chosen("move"), .closed])
    harness.settle()
    #expect(harness.drawing() == DisplayList())
  }

  @Test func `cancels a press that is released elsewhere`() {
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
  func `B10 closes on a press outside and consumes the press`(button: PointerButton) {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      let press = PointerPress(at: harness.outside, button: button)
      let isHandled = harness.send(.pointerPressed(press))
      #expect(isHandled)
      #expect(harness.actions == [.closed])
      let isReleaseHandled = harness.send(.pointerReleased(press))
      #expect(!isReleaseHandled)
    }
  }

  @Test func `chooses with the primary button, in a menu also with the secondary one`() {
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

  @Test func `does not end a press by another button`() {
    var harness = Harness(panel: ActionItem.samples, .menu)
    harness.press(at: harness.center(of: "move"))
    harness.press(at: harness.center(of: "quit"), button: .secondary)
    harness.release(button: .secondary)
    #expect(harness.actions.isEmpty)
    harness.move(to: harness.center(of: "move"))
    harness.release()
    #expect(harness.actions == [.chosen("move"), .closed])
  }

  @Test(arguments: [[], [1], [1, 0]])
  func `forgets the pointer if other items replace the pressed one`(indices: [Int]) {
    var harness = Harness(panel: Array(ActionItem.samples.prefix(2)), .menu)
    let point = harness.center(of: "theme")
    harness.press(at: point)
    harness.control.items = indices.map { ActionItem.samples[$0] }
    #expect(harness.control.highlighted == nil)
    _ = harness.drawing()
    harness.press(.enter)
    harness.move(to: point)
    #expect(harness.control.highlighted == (indices.isEmpty ? nil : "snap"))
    harness.release()
    #expect(harness.actions.isEmpty)
  }

  @Test func `keeps a press and its highlight if only the texts of the items change`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.press(at: harness.center(of: "theme"))
    harness.control.items[0].label = "Colors"
    #expect(harness.control.highlighted == "theme")
    harness.release()
    #expect(harness.actions == [.chosen("theme")])
  }

  @Test func `highlights the hovered item until the pointer leaves`() {
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
    #expect(harness.control.highlighted == "theme", "a keyboard highlight stays")
  }

  @Test func `shows a hand over items and an arrow elsewhere`() {
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

  @Test func `chooses the item on which the press that opened the menu is released`() {
    var harness = Harness(panel: ActionItem.samples, .menu, isOpen: false)
    harness.open()
    harness.move(to: Harness.point.rect.origin)
    harness.drag(to: harness.center(of: "inspector"), over: .milliseconds(400))
    #expect(harness.control.highlighted == "inspector")
    harness.send(.pointerReleased(PointerPress(at: harness.pointer, button: .secondary)))
    #expect(harness.actions == [.chosen("inspector"), .closed])
  }

  @Test func `stays open after the click that opened the menu`() {
    for (offset, milliseconds) in [(Vector.zero, 100), (Vector(dx: 5, dy: 5), 250)] {
      var harness = Harness(panel: ActionItem.samples, .menu, isOpen: false)
      harness.open()
      harness.advance(by: .milliseconds(milliseconds))
      let point = Harness.point.rect.origin + offset
      harness.send(.pointerReleased(PointerPress(at: point, button: .secondary)))
      #expect(harness.control.isOpen && harness.actions.isEmpty)
      // Later releases without a press in the panel are ignored.
      harness.advance(by: .seconds(1))
      let other = PointerPress(at: harness.center(of: "move"), button: .secondary)
      harness.send(.pointerReleased(other))
      #expect(harness.control.isOpen && harness.actions.isEmpty)
    }
  }

  @Test func `closes the menu when the press that opened it is released outside`() {
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

  @Test func `closes when the window is hidden or loses the pointer or the focus`() {
    let events: [InputEvent] = [
      .windowHidden, .pointerGrabLost, .windowFocusChanged(isFocused: false),
    ]
    for event in events {
      var harness = Harness(panel: ActionItem.samples)
      let isHandled = harness.send(event)
      #expect(!isHandled, "other controls receive the event, too")
      #expect(harness.actions == [.closed])
    }
    var harness = Harness(panel: ActionItem.samples)
    harness.send(.windowHidden)
    #expect(harness.control.nextChange(after: harness.now) == nil, "no animation while hidden")
    harness = Harness(panel: ActionItem.samples)
    harness.send(.windowFocusChanged(isFocused: true))
    #expect(harness.control.isOpen)
  }

  @Test func `highlights the chosen item`() {
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
