import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Harness = ControlHarness<TextTokenField>

@Suite struct `Announcements of a token field` {
  @Test func `say what a command has changed`() {
    var harness = Harness()
    harness.press(.end, .control)
    let steps: [(text: String, (inout Harness) -> Void)] = [
      ("1 of 3 tokens selected", { $0.press(.backspace) }), ("1 token deleted", { $0.press(.backspace) }),
      ("Undone. 1 of 3 tokens selected", { $0.press(.character("z"), .control) }),
      ("3 of 3 tokens selected", { $0.press(.character("a"), .control) }),
      ("Copied", { $0.press(.character("c"), .control) }),
      ("3 tokens deleted", { $0.press(.character("x"), .control) }), ("", { $0.type("ada") }),
      ("ada added", { $0.press(.enter) }), ("1 of 1 token selected", { $0.press(.left, .shift) }),
      ("Editing. Enter: accept, Escape: cancel", { $0.press(.function(2)) }),
    ]
    for (text, step) in steps {
      let said = harness.announcements(of: step).joined(separator: ". ")
      #expect(said == text)
    }
  }

  @Test func `say how an edit in place has ended, unless nothing has changed`() {
    var harness = Harness()
    harness.press(.end, .control)
    let editing = "Editing. Enter: accept, Escape: cancel"
    let steps: [(text: String, (inout Harness) -> Void)] = [
      // The text was selected, and so is its token.
      (editing, { $0.press(.function(2)) }), ("1 of 3 tokens selected", { $0.press(.enter) }),
      (editing, { $0.press(.function(2)) }), ("", { $0.press(.end) }), ("", { $0.press(.enter) }),
      ("", { $0.press(.left) }), (editing, { $0.press(.function(2)) }),
      ("Undone. 1 of 3 tokens selected", { $0.press(.escape) }),
      (editing, { $0.press(.function(2)) }), ("", { $0.type("ada") }), ("ada added", { $0.press(.enter) }),
    ]
    harness.press(.left)
    for (text, step) in steps {
      let said = harness.announcements(of: step).joined(separator: ". ")
      #expect(said == text)
    }
  }

  @Test func `say the problem of a new token`() {
    var field = TokenField([], validation: EmailAddress.problem, in: Environment(text: FixedTextMetrics()))
    field.layOut(at: .zero, width: 420, at: .zero)
    field.focus(0, at: .zero)
    var harness = Harness(field)
    harness.type("ada")
    #expect(harness.announcements { $0.press(.enter) } == ["“ada”: Email address must contain @"])
  }

  @Test func `name the last selected token, the token after the caret, and at the end the entry`() {
    var harness = Harness()
    harness.press(.home, .control)
    let names = Harness.samples
    #expect(harness.focusedName == names[0])
    for name in names {
      harness.press(.right, .shift)
      #expect(harness.focusedName == name)
    }
    for name in [names[1], names[0], names[0]] {
      harness.press(.left, .shift)
      #expect(harness.focusedName == name)
    }
    harness.press(.end, .control)
    #expect(harness.objects.filter { $0.node.states.contains(.focused) }.map(\.node.role) == [.entry])
  }

  @Test func `name the highlighted suggestion`() {
    var harness = Harness(completions: Harness.contacts)
    #expect(harness.announcements { $0.type("mail") } == ["2 suggestions"])
    #expect(harness.objects.last { $0.node.states.contains(.focused) }?.node.role == .entry)
    for name in ["mail@apple.com", "mail@objc.io"] {
      harness.press(.down)
      #expect(harness.focusedName == name)
    }
    #expect(harness.objects.count { $0.node.states.contains(.focused) } == 1)
  }

  @Test func `count separate selections`() throws {
    var harness = Harness()
    let frames = harness.tokenFrames
    let said = harness.announcements { harness in
      harness.click(frames[0].center)
      harness.holding(.control) { $0.click(frames[2].center) }
    }
    #expect(said == ["2 of 3 tokens selected"])
    let list = try #require(harness.objects.first { $0.selected != nil })
    #expect(list.selected == [0..<1, 2..<3])
    var tree = AccessibleTree(.elements(of: list.path, .range(0..<3)))
    harness.control.describe(into: &tree, at: harness.now)
    #expect(tree.entries.map { $0.node.states.contains(.selected) } == [true, false, true])
  }
}
