import Controls
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `A password field under the pointer` {
  @Test(arguments: 0...5)
  func `puts its caret where it is clicked, at the nearest border`(border: Int) {
    var harness = field()
    harness.type("abcde")
    for offset in [-5.0, 0, 5] {
      harness.click(harness.border(border) + Vector(dx: offset, dy: 0))
      #expect(harness.selection == [border])
      harness.advance(by: .seconds(1))
    }
  }

  @Test func `puts its caret to an end beyond the text`() {
    var harness = field()
    harness.type("abcde")
    harness.click(Point(x: harness.control.frame.minX + 1, y: harness.border(0).y))
    #expect(harness.selection == [0])
    harness.click(harness.border(17))
    #expect(harness.selection == [5])
  }

  @Test func `selects all by a double click, shown or not`() {
    var harness = field()
    harness.type("two words")
    for (pause, selection) in [(Duration.seconds(1), [2]), (.milliseconds(100), [0, 9])] {
      harness.click(harness.border(2))
      harness.advance(by: pause)
      harness.click(harness.border(2))
      #expect(harness.selection == selection)
      harness.advance(by: .seconds(1))
    }
    harness.move(to: harness.border(1))
    #expect(harness.selection == [0, 9])
    harness.press(.character("v"), .alt)
    for _ in 0..<2 { harness.click(harness.border(2)) }
    #expect(harness.selection == [0, 9])
  }

  @Test func `selects by dragging, there and back, and beyond its sides`() {
    var harness = field()
    harness.type("abcde")
    harness.press(at: harness.border(2))
    harness.drag(to: harness.border(4), over: .milliseconds(40))
    #expect(harness.selection == [2, 4])
    harness.drag(to: harness.border(0), over: .milliseconds(40))
    #expect(harness.selection == [2, 0])
    harness.drag(to: Point(x: 900, y: 500), over: .milliseconds(40))
    #expect(harness.selection == [2, 5])
    harness.release()
    harness.move(to: harness.border(0))
    #expect(harness.selection == [2, 5])
  }

  @Test func `extends its selection by a click with Shift, from the end that stays`() {
    var harness = field()
    harness.type("abcde")
    harness.click(harness.border(3))
    for border in [5, 1] {
      let point = harness.border(border)
      harness.holding(.shift) { $0.click(point) }
      #expect(harness.selection == [3, border])
    }
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `gives a drag up that somebody takes away`(event: InputEvent) {
    var harness = field()
    harness.type("abcde")
    harness.press(at: harness.border(2))
    harness.move(to: harness.border(3))
    harness.send(event)
    harness.move(to: harness.border(5))
    #expect(harness.selection == [2, 3])
  }

  @Test(arguments: [PointerButton.middle, .secondary])
  func `listens to the primary button alone`(button: PointerButton) {
    var harness = field()
    harness.type("abcde")
    for point in [harness.border(2), harness.control.eyeFrame.center] {
      harness.press(at: point, button: button)
      harness.release(button: button)
    }
    #expect(harness.selection == [5])
    #expect(harness.control.isRevealed == false)
  }

  @Test func `finds its characters by their widths where they can be read`() {
    let metrics = RevealingTextMetrics()
    var harness = field(in: Environment(text: metrics))
    // 7 px, 11 px and 7 px wide.
    harness.type("aéb")
    harness.clickEye()
    let start = harness.control.contentFrame.minX
    for (x, border) in [(3.0, 0), (4, 1), (12, 1), (13, 2), (21, 2), (22, 3)] {
      harness.advance(by: .seconds(1))
      harness.click(Point(x: start + x, y: 40))
      #expect(harness.selection == [border], "at \(x)")
    }
  }

  @Test func `shows what a press would do by the pointer's shape`() {
    let harness = field()
    #expect(harness.control.pointerShape(over: harness.border(3), at: harness.now) == .text)
    let eye = harness.control.eyeFrame.center
    #expect(harness.control.pointerShape(over: eye, at: harness.now) == .hand)
    #expect(harness.control.pointerShape(over: .zero, at: harness.now) == nil)
  }

  @Test func `asks for the focus where it is pressed, but not for its eye`() {
    let harness = field()
    #expect(harness.control.focusStop(under: harness.border(3), at: harness.now) == 0)
    let eye = harness.control.eyeFrame.center
    #expect(harness.control.focusStop(under: eye, at: harness.now) == nil)
  }
}

@Suite struct `Text longer than its field` {
  @Test func `is moved so that the caret is in sight`() {
    var harness = field(columns: 10)
    harness.type("0123456789")
    #expect(harness.control.scroll == 0)
    let keys: [(Key, Modifiers)] =
      Array(repeating: (.left, []), count: 20) + Array(repeating: (.right, .shift), count: 25)
      + [(.home, []), (.end, []), (.home, .shift), (.character("a"), .control), (.end, [])]
    harness.type("abcdefghij")
    for (key, modifiers) in keys {
      harness.press(key, modifiers)
      #expect(harness.caretInSight != nil, "after \(key)")
    }
  }

  @Test func `is moved no more than it takes`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    let atEnd = harness.control.scroll
    for _ in 0..<10 { harness.press(.left) }
    #expect(harness.control.scroll == atEnd)
    harness.press(.left)
    #expect(harness.control.scroll == atEnd - Theme.PasswordField.bulletPitch)
  }

  @Test func `leaves no room empty behind its end`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    for _ in 0..<12 { harness.press(.backspace) }
    #expect(harness.control.scroll == 0)
    #expect(harness.bullets == 8)
  }

  @Test func `is neither moved out of sight by the eye nor by a new size`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    harness.clickEye()
    #expect(harness.caretInSight != nil)
    var frame = harness.control.frame
    frame = Rect(x: frame.minX, y: frame.minY, width: frame.width - 60, height: frame.height)
    harness.control.place(in: frame)
    #expect(harness.caretInSight != nil)
    harness.clickEye()
    #expect(harness.caretInSight != nil)
  }

  @Test func `goes on under a pointer that is dragged beyond its side`() {
    var harness = field(columns: 10)
    harness.type("0123456789abcdefghij")
    harness.press(at: harness.border(18))
    for _ in 0..<20 { harness.move(to: Point(x: 0, y: 40)) }
    #expect(harness.selection == [18, 0])
    #expect(harness.caretInSight != nil)
  }
}

extension ControlHarness<PasswordField> {
  /// The caret's bar; `nil` where it is not in the room for text.
  fileprivate var caretInSight: Rect? {
    let (caret, room) = (control.caretFrame, control.contentFrame)
    return caret.midX >= room.minX && caret.maxX <= room.maxX ? caret : nil
  }

  fileprivate var bullets: Int { drawing().bullets(in: control.contentFrame).count }
}
