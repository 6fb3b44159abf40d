import ControlTestSupport
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Accessible tokens` {
  /// Text that the user types next is for the token.
  @Test func `get the focus with the text that an assistive program edits`() throws {
    var field = ControlHarness<TextTokenField>(tokens: ["a", "b"])
    let path: AccessiblePath = [.part(1), .item(1)]
    field.send(.accessibility(AccessibilityRequest(.perform("edit"), of: path)))
    #expect(field.effects.contains { if case .focus(0) = $0 { true } else { false } })
    #expect(field.control.editor.inPlaceEdit != nil)
  }

  /// The client must learn that nothing happens.
  @Test func `ignore requests while the menu of the field is open`() throws {
    var field = ControlHarness<TextTokenField>(tokens: ["a", "b"])
    field.control.focus(0, at: field.now)
    field.press(.menu)
    #expect(field.control.isModal)
    for kind in [.perform("edit"), .perform("delete"), .focus, .setSelected(true)]
      as [AccessibilityRequest.Kind]
    {
      let isHandled = field.send(
        .accessibility(AccessibilityRequest(kind, of: [.part(1), .item(1)])))
      #expect(!isHandled)
    }
    for isEnabled in [false, true] {
      let item = try #require(
        field.objects.first {
          $0.node.role == .menuItem && $0.node.states.contains(.disabled) != isEnabled
        })
      let isHandled = field.send(.accessibility(AccessibilityRequest(.perform("press"), of: item.path)))
      #expect(isHandled == isEnabled)
    }
  }

  @Test func `are described by their problem, and the text by that of the list`() throws {
    var field = ControlHarness<TextTokenField>(tokens: ["a", "b"])
    #expect(field.objects.allSatisfy { !$0.node.states.contains(.invalid) })
    field.control.listProblem = "Enter at most 1 token."
    let invalid = field.objects.filter { $0.node.states.contains(.invalid) }.map(\.node)
    #expect(invalid.map(\.role) == [.entry] && invalid[0].description == "Enter at most 1 token.")
  }

  @Test func `have their keys as displayed`() throws {
    for (strings, key) in [
      (EnglishStrings.shared as any ControlStrings, "Del"), (GermanStrings.shared, "Entf"),
    ] {
      var field = ControlHarness<TextTokenField>(tokens: ["a"])
      field.control.environment.strings = strings
      var tree = AccessibleTree(.elements(of: [.part(1)], .range(0..<1)))
      field.control.describe(into: &tree, at: field.now)
      #expect(tree.entries.first?.node.actions.map(\.shortcut) == [";;F2", ";;\(key)"])
    }
  }

  @Test func `are completed from a suggestion that an assistive program focuses`() throws {
    var harness = ControlHarness<TextTokenField>(completions: ControlHarness<TextTokenField>.contacts)
    harness.type("mail")
    let last = try #require(harness.objects.last { $0.node.role == .listItem })
    harness.send(.accessibility(AccessibilityRequest(.focus, of: last.path)))
    #expect(harness.focusedName == last.node.name)
    let highlighted = harness.control.highlightedCompletion
    for part in [Int.max, .min] {
      harness.send(
        .accessibility(AccessibilityRequest(.focus, of: Array(last.path.dropLast()) + [.part(part)])))
      #expect(harness.control.highlightedCompletion == highlighted && highlighted != nil)
    }
    // A client may ask for a row of a list that has closed.
    harness.press(.escape)
    harness.send(.accessibility(AccessibilityRequest(.focus, of: last.path)))
    let focused = harness.objects.filter { $0.node.states.contains(.focused) }
    #expect(focused.map(\.node.role) == [.entry])
  }

  @Test func `and the text get the focus from an assistive program, wherever the caret is`() throws {
    var field = ControlHarness<TextTokenField>(
      completions: ControlHarness<TextTokenField>.contacts, tokens: ["a", "b"])
    field.control.focus(0, at: field.now)
    _ = field.control.select(1..<1, at: field.now)
    field.type("mail")
    field.press(.down)
    #expect(field.control.highlightedCompletion != nil)
    let (first, second): (AccessiblePath, AccessiblePath) = ([.part(1), .item(0)], [.part(1), .item(1)])
    let (text, elements) = ([.part(2)] as AccessiblePath, field.control.count)
    for path in [text, second, text, first, text, first, second] {
      let isHandled = field.send(.accessibility(AccessibilityRequest(.focus, of: path)))
      let focused = field.objects.filter { $0.node.states.contains(.focused) }.map(\.path)
      #expect(isHandled && focused == [path])
    }
    #expect(field.control.count == elements)
  }

  @Test func `have a list with the name of the field, and a text and suggestions with others`() throws {
    var field = ControlHarness<TextTokenField>(completions: ControlHarness<TextTokenField>.contacts)
    field.control.name = "Cc"
    field.type("mail")
    let objects = field.objects.map(\.node).filter { [.listBox, .entry].contains($0.role) }
    #expect(objects.count == 3 && Set(objects.map(\.name)).count == 3 && objects[0].name == "Cc")
    // A form may have several fields.
    #expect(objects[1].role == .entry && objects[1].description == "Cc")
    field.control.name = ""
    field.control.configuration.placeholder = "Bcc"
    #expect(field.objects.map(\.node).first { $0.role == .entry }?.description == "Bcc")
  }

  @Test(arguments: seeds(8)) func `are found by their numbers from any other token`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var field = ControlHarness<TextTokenField>(tokens: (0..<5000).map { "t\($0)" })
    for id in 5000..<5010 {
      let start = Int.random(in: 0..<4900, using: &random)
      field.control.remove(start..<start + Int.random(in: 0..<9, using: &random), at: field.now)
      field.control.insert([TextToken(id: id, text: "new")], at: start, at: field.now)
    }
    func entry(_ elements: AccessibleTree.Elements) -> AccessibleTree.Entry? {
      var tree = AccessibleTree(.elements(of: [.part(1)], elements))
      field.control.describe(into: &tree, at: field.now)
      return tree.entries.first
    }
    let alone = field.ids.indices.filter { field.ids[$0] >= 5000 }
    for index in alone + (0..<200).map({ _ in Int.random(in: 0..<field.ids.count, using: &random) }) {
      guard case .item(let number)? = try #require(entry(.range(index..<index + 1))).path.last else {
        continue
      }
      let hints = [nil, 0, Int.max, Int.random(in: 0..<5000, using: &random)]
      for hint in hints { #expect(entry(.number(number, hint: hint))?.index == index) }
    }
    for number in [Int.min, -1, 7777, .max] { #expect(entry(.number(number, hint: nil)) == nil) }
  }
}
