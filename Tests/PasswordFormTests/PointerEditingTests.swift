import ControlTestSupport
import Controls
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password field pointer input` {
  @Test(arguments: 0...5)
  func `moves the caret to the insertion index nearest to a click`(index: Int) {
    var harness = field()
    harness.type("abcde")
    for offset in [-5.0, 0, 5] {
      harness.click(harness.caretPoint(index) + Vector(dx: offset, dy: 0))
      #expect(harness.selection == [index])
      harness.advance(by: .seconds(1))
    }
  }

  @Test func `moves the caret to an end on a click beyond the text`() {
    var harness = field()
    harness.type("abcde")
    harness.click(Point(x: harness.control.frame.minX + 1, y: harness.caretPoint(0).y))
    #expect(harness.selection == [0])
    harness.click(harness.caretPoint(17))
    #expect(harness.selection == [5])
  }

  @Test func `selects all on a double click, masked or revealed`() {
    var harness = field()
    harness.type("two words")
    for (pause, selection) in [(Duration.seconds(1), [2]), (.milliseconds(100), [0, 9])] {
      harness.click(harness.caretPoint(2))
      harness.advance(by: pause)
      harness.click(harness.caretPoint(2))
      #expect(harness.selection == selection)
      harness.advance(by: .seconds(1))
    }
    harness.move(to: harness.caretPoint(1))
    #expect(harness.selection == [0, 9])
    harness.press(.character("v"), .alt)
    for _ in 0..<2 { harness.click(harness.caretPoint(2)) }
    #expect(harness.selection == [0, 9])
  }

  @Test(arguments: [(8, 6, true), (2, 3, false)] as [(Double, Double, Bool)])
  func `uses the double-click distance of the preferences`(limit: Double, distance: Double, isDouble: Bool) {
    var preferences = Preferences()
    preferences.doubleClickDistance = limit
    var harness = field(in: Environment(text: FixedTextMetrics(), preferences: preferences))
    harness.type("two words")
    let point = harness.caretPoint(2)
    harness.click(point)
    harness.click(point + Vector(dx: 0, dy: distance))
    #expect(harness.selection == (isDouble ? [0, 9] : [2]))
  }

  @Test func `selects by dragging in both directions and beyond its edges`() {
    var harness = field()
    harness.type("abcde")
    harness.press(at: harness.caretPoint(2))
    harness.drag(to: harness.caretPoint(4), over: .milliseconds(40))
    #expect(harness.selection == [2, 4])
    harness.drag(to: harness.caretPoint(0), over: .milliseconds(40))
    #expect(harness.selection == [2, 0])
    harness.drag(to: Point(x: 900, y: 500), over: .milliseconds(40))
    #expect(harness.selection == [2, 5])
    harness.release()
    harness.move(to: harness.caretPoint(0))
    #expect(harness.selection == [2, 5])
  }

  @Test func `selects to the release if no movement preceded it`() {
    var harness = field()
    harness.type("abcde")
    harness.press(at: harness.caretPoint(1))
    harness.send(.pointerReleased(PointerPress(at: harness.caretPoint(4))))
    #expect(harness.selection == [1, 4])
  }

  @Test func `selects nothing when the pointer is released at the press after typing`() {
    var harness = field()
    harness.type("abcde")
    harness.press(at: harness.caretPoint(2))
    harness.type("x")
    harness.release()
    #expect(harness.selection == [3])
  }

  @Test func `selects all with the second and third of three clicks`() {
    var harness = field()
    harness.type("two words")
    for selection in [[2], [0, 9], [0, 9], [2], [0, 9]] {
      harness.click(harness.caretPoint(2))
      #expect(harness.selection == selection)
    }
  }

  @Test func `extends the selection from its anchor on Shift+click`() {
    var harness = field()
    harness.type("abcde")
    harness.click(harness.caretPoint(3))
    for index in [5, 1] {
      let point = harness.caretPoint(index)
      harness.holding(.shift) { $0.click(point) }
      #expect(harness.selection == [3, index])
    }
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `cancels a drag when the grab is lost or the window is hidden`(event: InputEvent) {
    var harness = field()
    harness.type("abcde")
    harness.press(at: harness.caretPoint(2))
    harness.move(to: harness.caretPoint(3))
    harness.send(event)
    harness.move(to: harness.caretPoint(5))
    #expect(harness.selection == [2, 3])
  }

  @Test(arguments: [PointerButton.middle, .secondary])
  func `selects and reveals only with the primary button`(button: PointerButton) {
    var harness = field()
    harness.type("abcde")
    for point in [harness.caretPoint(2), harness.control.buttonFrame.center] {
      harness.press(at: point, button: button)
      harness.release(button: button)
    }
    #expect(harness.selection == [5])
    #expect(harness.control.isRevealed == false)
  }

  @Test func `finds characters by their widths in revealed text`() {
    let metrics = ByteWidthTextMetrics()
    var harness = field(in: Environment(text: metrics))
    // 7 px, 11 px and 7 px wide.
    harness.type("aéb")
    harness.clickRevealButton()
    let start = harness.control.contentFrame.minX
    for (x, index) in [(3.0, 0), (4, 1), (12, 1), (13, 2), (21, 2), (22, 3)] {
      harness.advance(by: .seconds(1))
      harness.click(Point(x: start + x, y: 40))
      #expect(harness.selection == [index], "at \(x)")
    }
  }

  @Test func `returns pointer shapes for its text and the reveal button`() {
    let harness = field()
    #expect(harness.control.pointerShape(over: harness.caretPoint(3), at: harness.now) == .text)
    let eye = harness.control.buttonFrame.center
    #expect(harness.control.pointerShape(over: eye, at: harness.now) == .hand)
    #expect(harness.control.pointerShape(over: .zero, at: harness.now) == nil)
  }
}

@Suite struct `Text longer than its field` {
  @Test func `scrolls to keep the caret visible`() {
    var harness = field(columns: 10)
    harness.type("0123456789")
    #expect(harness.control.line.scroll == 0)
    let keys: [(Key, Modifiers)] =
      Array(repeating: (.left, []), count: 20) + Array(repeating: (.right, .shift), count: 25)
      + [(.home, []), (.end, []), (.home, .shift), (.character("a"), .control), (.end, [])]
    harness.type("abcdefghij")
    for (key, modifiers) in keys {
      harness.press(key, modifiers)
      #expect(harness.visibleCaret != nil, "after \(key)")
    }
  }

  @Test func `scrolls no more than needed`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    let atEnd = harness.control.line.scroll
    for _ in 0..<10 { harness.press(.left) }
    #expect(harness.control.line.scroll == atEnd)
    harness.press(.left)
    #expect(harness.control.line.scroll == atEnd - Theme.light.passwordField.bulletPitch)
  }

  @Test func `leaves no empty space after its end`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    for _ in 0..<12 { harness.press(.backspace) }
    #expect(harness.control.line.scroll == 0)
    #expect(harness.bullets == 8)
  }

  @Test func `keeps the caret visible after revealing and resizing`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    harness.clickRevealButton()
    #expect(harness.visibleCaret != nil)
    let frame = harness.control.frame
    harness.control.layOut(at: frame.origin, width: frame.width - 60, at: harness.now)
    #expect(harness.visibleCaret != nil)
    harness.clickRevealButton()
    #expect(harness.visibleCaret != nil)
  }

  @Test func `scrolls while the pointer is dragged beyond an edge`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    harness.press(at: harness.caretPoint(18))
    for _ in 0..<20 { harness.move(to: Point(x: 0, y: 40)) }
    #expect(harness.selection == [18, 0])
    #expect(harness.visibleCaret != nil)
  }
}

extension ControlHarness<PasswordField> {
  /// The frame of the caret, or `nil` if it is outside the text area.
  fileprivate var visibleCaret: Rect? {
    let (caret, area) = (control.caretFrame, control.contentFrame)
    return caret.midX >= area.minX && caret.maxX <= area.maxX ? caret : nil
  }

  fileprivate var bullets: Int { drawing().bullets(in: control.contentFrame).count }
}
