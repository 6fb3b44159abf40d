import Controls
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password field keyboard input` {
  @Test func `types at the caret and over the selection`() {
    var harness = field()
    harness.type("ad")
    harness.press(.left)
    harness.type("bc")
    #expect(harness.text == "abcd")
    #expect(harness.selection == [3])
    harness.press(.home, .shift)
    harness.type("Z")
    #expect(harness.text == "Zd")
    #expect(harness.selection == [1])
  }

  @Test(arguments: [
    (Key.left, Modifiers(), [2]), (.right, Modifiers(), [4]),
    (.home, Modifiers(), [0]), (.end, Modifiers(), [5]),
    (.left, .shift, [3, 2]), (.right, .shift, [3, 4]), (.home, .shift, [3, 0]),
    (.end, .shift, [3, 5]), (.home, .control, [0]), (.end, .control, [5]),
    (.left, .super, [0]), (.right, .super, [5]), (.character("a"), .control, [0, 5]),
  ])
  func `moves the caret`(key: Key, modifiers: Modifiers, selection: [Int]) {
    var harness = field()
    harness.type("abcde")
    harness.press(.left)
    harness.press(.left)
    let isHandled = harness.press(key, modifiers)
    #expect(isHandled)
    #expect(harness.selection == selection)
  }

  @Test(arguments: [true, false])
  func `has no word boundaries, masked or revealed`(isRevealed: Bool) {
    var harness = field()
    harness.type("one two three")
    if isRevealed { harness.clickRevealButton() }
    harness.press(.left, .control)
    #expect(harness.selection == [0])
    harness.press(.right, [.control, .shift])
    #expect(harness.selection == [0, 13])
    harness.press(.end)
    harness.press(.left)
    harness.press(.backspace, .control)
    #expect(harness.text == (isRevealed ? "e" : ""))
    harness.type("one two")
    harness.press(.home)
    harness.press(.delete, .control)
    #expect(harness.text == "")
  }

  @Test(arguments: [
    (Key.backspace, Modifiers(), "abde", [2]), (.backspace, .shift, "abde", [2]),
    (.delete, Modifiers(), "abce", [3]), (.character("u"), .control, "de", [0]),
    (.character("k"), .control, "abc", [3]), (.backspace, .control, "", [0]),
    (.delete, .control, "", [0]),
  ])
  func `deletes on one side of the caret`(
    key: Key, modifiers: Modifiers, text: String, selection: [Int]
  ) {
    var harness = field()
    harness.type("abcde")
    harness.press(.left)
    harness.press(.left)
    harness.press(key, modifiers)
    #expect(harness.text == text)
    #expect(harness.selection == selection)
    #expect(harness.actions.last == .edited)
  }

  @Test(arguments: [Key.backspace, .delete, .character("u"), .character("k")], [true, false])
  func `deletes only the selection`(key: Key, isForward: Bool) {
    var harness = field()
    harness.type("abcde")
    harness.press(isForward ? .home : .end)
    for _ in 0..<2 { harness.press(isForward ? .right : .left) }
    for _ in 0..<2 { harness.press(isForward ? .right : .left, .shift) }
    let modifiers: Modifiers = key == .backspace || key == .delete ? [] : .control
    harness.press(key, modifiers)
    #expect(harness.text == (isForward ? "abe" : "ade"))
    #expect(harness.selection == [isForward ? 2 : 1])
  }

  @Test(arguments: [Key.backspace, .delete])
  func `performs no action if there is nothing to delete`(key: Key) {
    var harness = field()
    let isHandled = harness.press(key)
    #expect(isHandled)
    #expect(harness.actions.isEmpty)
  }

  @Test(arguments: [Modifiers.control, .alt, .super, [.control, .shift]])
  func `ignores text typed with a shortcut modifier`(modifiers: Modifiers) {
    var harness = field()
    let press = KeyPress(.character("g"), modifiers: modifiers, text: TypedText("g"))
    let isHandled = harness.send(.keyPressed(press))
    #expect(!isHandled)
    #expect(harness.text == "")
  }

  @Test func `types with Shift`() {
    var harness = field()
    harness.send(.keyPressed(KeyPress(.character("g"), modifiers: .shift, text: TypedText("G"))))
    #expect(harness.text == "G")
  }

  @Test(arguments: [Key.up, .down, .pageUp, .pageDown, .tab, .escape, .function(5), .unidentified])
  func `ignores all other keys`(key: Key) {
    var harness = field()
    harness.type("abc")
    let isHandled = harness.press(key)
    #expect(!isHandled)
    #expect(harness.selection == [3])
  }

  @Test func `replaces the selection with text from an input method`() {
    var harness = field()
    harness.type("abc")
    harness.press(.left, .shift)
    for scalar in "日本".unicodeScalars { harness.send(.textCommitted(TypedText(scalar))) }
    #expect(harness.text == "ab日本")
    harness.focus(.reveal)
    let isHandled = harness.send(.textCommitted(TypedText("x")))
    #expect(!isHandled)
    #expect(harness.text == "ab日本")
  }

  @Test func `rejects a code point beyond the limit and keeps the text`() {
    var harness = field()
    harness.type(String(repeating: "x", count: SecureText.capacity))
    harness.type("y")
    #expect(harness.actions.last == .rejected(.tooLong))
    #expect(harness.text == String(repeating: "x", count: 1024))
    harness.press(.backspace)
    harness.type("y")
    #expect(harness.actions.last == .edited)
    #expect(harness.text.hasSuffix("xy"))
  }

  @Test func `rejects control characters`() {
    var harness = field()
    harness.send(.textCommitted(TypedText("\n")))
    harness.send(.textCommitted(TypedText("\u{7f}")))
    #expect(harness.text == "")
  }

  @Test func `ignores input without focus`() {
    var harness = field()
    harness.focus(nil)
    harness.type("abc")
    let isHandled = harness.press(.character("a"), .control)
    #expect(!isHandled)
    #expect(harness.text == "")
  }

  @Test func `allows caret movement but no edits while not editable`() {
    var harness = field()
    harness.type("abc")
    harness.control.isEditable = false
    harness.type("d")
    harness.send(.textCommitted(TypedText("d")))
    for key in [Key.backspace, .delete] { harness.press(key) }
    for key in ["u", "k"] as [Unicode.Scalar] { harness.press(.character(key), .control) }
    #expect(harness.text == "abc")
    harness.press(.home)
    #expect(harness.selection == [0])
  }
}
