import ControlTestSupport
import Controls
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password field keyboard input` {
  @Test(arguments: [
    (Key.home, Modifiers.control, [0]), (.end, .control, [5]), (.left, .super, [0]), (.right, .super, [5]),
  ])
  func `moves the caret to an end`(key: Key, modifiers: Modifiers, selection: [Int]) {
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
    harness.press(.right)
    harness.press(.delete, .control)
    #expect(harness.text == (isRevealed ? "o" : ""))
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
    harness.focus(nil)
    let isHandled = harness.send(.textCommitted(TypedText("x")))
    #expect(!isHandled)
    #expect(harness.text == "ab日本")
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
