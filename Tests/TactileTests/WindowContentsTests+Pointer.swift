import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Controls below the floating button` {
  @Test func `W1 receive no press on the button`() {
    var harness = coveredWindow()
    let before = harness.columnDrawing()
    harness.click(harness.buttonCenter)
    #expect(harness.control.button.control.isOn == true)
    #expect(harness.requests == [])
    harness.advance(by: .seconds(30))
    #expect(harness.columnDrawing() == before)
    #expect(harness.control.focus == .form(.password))
  }

  @Test func `W1 ignore a button that is dragged over them`() {
    var harness = coveredWindow()
    let before = harness.columnDrawing()
    harness.pressLong()
    for point in [Point(x: 120, y: 60), Point(x: 120, y: 380), Point(x: 240, y: 210)] {
      harness.drag(to: point, over: .milliseconds(100))
      harness.advance(by: .seconds(30))
      #expect(harness.columnDrawing() == before)
    }
    harness.release()
    harness.advance(by: .seconds(30))
    #expect(harness.columnDrawing() == before)
    #expect(harness.requests == [])
  }

  @Test func `lose the hover when the pointer enters the button`() {
    var harness = windowOverSubmit()
    let before = harness.columnDrawing()
    let submit = harness.frame(of: .form(.submit)) ?? .zero
    harness.move(to: Point(x: submit.minX + 3, y: submit.midY))
    #expect(harness.columnDrawing() != before)
    harness.move(to: harness.buttonCenter)
    #expect(harness.columnDrawing() == before)
    harness.move(to: Point(x: submit.minX + 3, y: submit.midY))
    harness.send(.pointerLeft)
    #expect(harness.columnDrawing() == before)
  }

  @Test func `lose the hover when the button moves under a resting pointer and is pressed`()
    throws
  {
    var harness = window(button: ButtonOptions(snap: .free))
    // In a higher window, it moves down and covers Submit.
    harness.moveButton(to: Point(x: 110, y: 286))
    let before = harness.columnDrawing()
    let submit = harness.frame(of: .form(.submit)) ?? .zero
    harness.move(to: Point(x: submit.minX + 30, y: submit.midY))
    #expect(harness.columnDrawing() != before)
    harness.control.resize(to: Size(width: 960, height: 900), at: harness.now)
    let isCovered = harness.control.button.control.contains(harness.pointer, at: harness.now)
    try #require(isCovered)
    harness.press(at: harness.pointer)
    #expect(harness.columnDrawing() == before)
  }

  @Test func `do not determine the pointer shape over the button`() {
    let harness = coveredWindow()
    let point = harness.buttonCenter
    #expect(harness.control.form.pointerShape(over: point, at: harness.now) == .text)
    #expect(harness.control.pointerShape(over: point, at: harness.now) == .hand)
    #expect(harness.control.pointerShape(over: Point(x: 2, y: 2), at: harness.now) == nil)
  }
}

@Suite struct `Pointer movement without a press` {
  @Test func `changes only controls that it enters or leaves`() {
    var harness = window()
    let submit = harness.frame(of: .form(.submit)) ?? .zero
    let (emptyArea, field) = (Point(x: 700, y: 600), harness.frame(of: .form(.password)) ?? .zero)
    let points = [
      emptyArea, field.origin, emptyArea, Point(x: submit.minX + 3, y: submit.midY),
      Point(x: submit.minX + 4, y: submit.midY), emptyArea, harness.buttonCenter, emptyArea, emptyArea,
    ]
    let changes = points.map { point in
      [0.5, 1].map { inset in
        let inner = point + Vector(dx: inset, dy: inset)
        let before = harness.drawing()
        harness.move(to: inner)
        return harness.drawing() != before
      }
    }
    let others = changes.map { $0[1] }
    #expect(!others.contains(true))
    #expect(changes.map { $0[0] } == [false, false, false, true, false, true, false, false, false])
  }
}

@Suite struct `Window pointer capture` {
  @Test func `belongs to the pressed control until the release`() {
    var harness = window()
    harness.type("0123456789")
    let field = harness.frame(of: .form(.password)) ?? .zero
    harness.press(at: Point(x: field.minX + 14, y: field.minY + 25))
    harness.drag(to: harness.buttonCenter, over: .milliseconds(200))
    #expect(harness.control.form.control.password.selection == TextSelection(anchor: 0, head: 10))
    harness.release()
    #expect(harness.control.button.control.isOn == false)
    harness.click(harness.buttonCenter)
    #expect(harness.control.button.control.isOn == true)
  }

  @Test(arguments: [PointerButton.middle, .secondary])
  func `is not released by another button`(button: PointerButton) {
    var harness = window()
    let origin = harness.buttonCenter
    harness.pressLong()
    harness.drag(to: Point(x: 700, y: 200), over: .milliseconds(100))
    harness.press(at: harness.pointer, button: button)
    harness.release(button: button)
    harness.drag(to: Point(x: 800, y: 300), over: .milliseconds(100))
    #expect(harness.buttonCenter != origin)
    harness.advance(by: .milliseconds(500))
    harness.release()
    let isStill = harness.settle()
    #expect(isStill)
    let restCenter = harness.buttonCenter
    harness.move(to: Point(x: 500, y: 100))
    #expect(harness.buttonCenter == restCenter)
    #expect(harness.control.button.nextChange(after: harness.now) == nil)
  }

  @Test func `cancels a drag of the button on Escape without hiding a password`() {
    var harness = window()
    harness.fillForm()
    harness.press(.tab)
    harness.press(.space)
    harness.press(.tab, .shift)
    let origin = harness.buttonCenter
    harness.pressLong()
    harness.drag(to: Point(x: 600, y: 500), over: .milliseconds(100))
    harness.press(.escape)
    harness.advance(by: .seconds(5))
    #expect(harness.buttonCenter == origin)
    #expect(harness.control.form.control.confirmation.isRevealed == true)
    harness.release()
    harness.press(.escape)
    #expect(harness.control.form.control.confirmation.isRevealed == false)
  }

  @Test func `leaves all other keys to the focused control`() {
    var harness = window()
    harness.pressLong()
    harness.drag(to: Point(x: 600, y: 500), over: .milliseconds(100))
    harness.type("abc")
    harness.press(.tab)
    #expect(harness.control.form.control.password.text.graphemeCount == 3)
    #expect(harness.control.focus == .form(.passwordReveal))
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `ends when the pointer grab is lost or the window is hidden`(event: InputEvent) {
    var harness = window()
    let origin = harness.buttonCenter
    harness.pressLong()
    harness.drag(to: Point(x: 600, y: 500), over: .milliseconds(100))
    harness.send(event)
    harness.settle()
    #expect(harness.buttonCenter == origin)
    let field = harness.frame(of: .form(.password)) ?? .zero
    let point = field.origin + Vector(dx: 20, dy: 20)
    #expect(harness.control.pointerShape(over: point, at: harness.now) == .text)
  }
}

/// Creates a small settled window whose button covers the form, with text that could be selected.
private func coveredWindow() -> ControlHarness<WindowContents> {
  var harness = window(
    Theme.Window.minimumSize, button: ButtonOptions(snap: .free))
  harness.type("0123456789abcdefghijklmno")
  let field = harness.frame(of: .form(.password)) ?? .zero
  harness.moveButton(to: Point(x: 250, y: field.minY + 25))
  return harness
}

/// Creates a settled window whose button covers all of Submit except its leading edge.
private func windowOverSubmit() -> ControlHarness<WindowContents> {
  var harness = window(button: ButtonOptions(snap: .free))
  let submit = harness.frame(of: .form(.submit)) ?? .zero
  harness.moveButton(
    to: Point(x: submit.minX + 10 + harness.control.button.control.size.width / 2, y: submit.midY))
  return harness
}

extension ControlHarness<WindowContents> {
  /// Drags the button to a point, waits until it is at rest, and moves the pointer away.
  fileprivate mutating func moveButton(to target: Point) {
    pressLong()
    drag(to: target, over: .milliseconds(200))
    // A button that rests before it is released is not thrown.
    advance(by: .milliseconds(500))
    release()
    move(to: Point(x: 1, y: 1))
    advance(by: .seconds(30))
  }
}
