import DBus
import Scene
import TestSupport
import Testing

@testable import Accessibility

@Suite struct `Accessible events` {
  /// A client that registers for one of these classes is one that listens.
  @Test func `belong to the known classes`() {
    func node(_ text: String, _ caret: Int, _ number: Double) -> AccessibleNode {
      AccessibleNode(
        .entry, text, description: text, states: caret > 0 ? .selected : [],
        text: AccessibleText(.plain(text), caret: caret, selection: caret > 0 ? 0..<caret : nil),
        value: AccessibleValue(number, in: 0...9, text: ""), in: Rect(x: number, y: 0, width: 9, height: 9))
    }
    let changes = node("b", 1, 1).events(since: node("a", 0, 0), scale: 1)
    let windows = ["Create", "Destroy", "Activate", "Deactivate"].map {
      AccessibleEvent.window($0, title: "")
    }
    let others = ["Announcement", "ChildrenChanged", "SelectionChanged"].map { AccessibleEvent(member: $0) }
    let events = changes + windows + others
    #expect(
      Set(events.map { "\($0.interface):\($0.member):" }) == Set(AccessibleEvent.classes.map(String.init)))
  }
}

@Suite struct `Events of a text` {
  private func apply(_ events: [AccessibleEvent], to old: String) -> String {
    var scalars = Array(old.unicodeScalars)
    for event in events {
      guard case .string(let text) = event.value, event.member == "TextChanged" else { continue }
      if event.kind == "insert" {
        scalars.insert(contentsOf: text.unicodeScalars, at: event.detail)
      } else {
        let range = event.detail..<event.detail + text.unicodeScalars.count
        #expect(Array(text.unicodeScalars) == Array(scalars[range]))
        scalars.removeSubrange(range)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(arguments: seeds(16)) func `change the old text into the new one`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    func text() -> String {
      let characters = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        ["a", "b", "é", "e\u{301}", "👩‍👩‍👧"].randomElement(using: &random) ?? ""
      }
      return characters.joined()
    }
    for _ in 0..<50 {
      let (old, new) = (text(), text())
      let events = AccessibleText(.plain(new), caret: 0).events(since: AccessibleText(.plain(old), caret: 0))
      #expect(apply(events, to: old).unicodeScalars.elementsEqual(new.unicodeScalars))
      #expect(old == new || !events.isEmpty)
    }
  }

  @Test(arguments: seeds(16)) func `of a secret have bullets only`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      func text() -> AccessibleText {
        // The number comes from the author of a control.
        let count = Int.random(in: -2..<9, using: &random)
        let ends = (0..<2).map { _ in Int.random(in: 0...max(0, count), using: &random) }.sorted()
        return AccessibleText(
          .obscured(count: count), caret: ends[0], selection: ends[0] == ends[1] ? nil : ends[0]..<ends[1],
          generation: UInt64.random(in: 0..<2, using: &random))
      }
      let (old, new) = (text(), text())
      let events = new.events(since: old)
      let isChanged = old.generation != new.generation || old.count != new.count
      #expect(isChanged || !events.contains { $0.member == "TextChanged" })
      // Orca speaks what was inserted.
      #expect(!isChanged || new.count < max(old.count, 1) || events.contains { $0.kind == "insert" })
      let result = apply(events, to: String(repeating: "•", count: old.count))
      #expect(result == String(repeating: "•", count: new.count))
    }
  }
}

@Suite struct `Events of an object` {
  @Test func `name the states that have changed, and the new frame`() {
    let old = AccessibleNode(.button, "", in: Rect(x: 0, y: 0, width: 1, height: 1))
    for (state, name, isOn) in [
      (.pressed, "Pressed", 1), (.invalid, "InvalidEntry", 1), (.disabled, "Sensitive", 0),
      (.readOnly, "Editable", 0), (.offscreen, "Showing", 0),
    ] as [(AccessibleStates, String, Int)] {
      let new = AccessibleNode(.button, "", states: state, in: Rect(x: 0, y: 0, width: 2, height: 1))
      let (there, back) = (new.events(since: old, scale: 2), old.events(since: new, scale: 2))
      #expect(
        [there[0].name, back[0].name] == [name, name] && there[0].detail == isOn && back[0].detail == 1 - isOn
      )
      #expect([there.last?.member, back.last?.member] == ["BoundsChanged", "BoundsChanged"])
      // In device pixels, as the answers.
      #expect(there.last?.value == .structure([0, 0, 4, 2].map { .integer($0) }))
    }
  }
}

/// A window with a group.
private final class GroupWindow: AccessibleWindow {
  let accessibleNumber: UInt32 = 1
  let accessibleGeneration: UInt64 = 1
  let isAccessibleActive = true
  let accessibleNode = AccessibleNode(.frame, "Window", in: .zero)
  let (accessibleOrigin, accessibleScale) = (PixelPoint(x: 0, y: 0), 1.0)

  func hasOnlyMoved(since generation: UInt64) -> Bool { false }

  func describe(_ query: AccessibleTree.Query) -> [AccessibleTree.Entry] {
    var tree = AccessibleTree(query)
    tree.scope(.member(1)) { tree in
      tree.add(.part(0), AccessibleNode(.group, "Group", in: .zero)) {
        $0.add(.part(1), AccessibleNode(.label, "Label", in: .zero))
      }
    }
    return tree.entries
  }

  func perform(_ request: AccessibilityRequest) -> Bool { false }
}

@Suite struct `Outline of a window` {
  @Test func `has the nearest object around a removed one as its parent, and no objects in it`() {
    let (outline, group) = (Outline(of: GroupWindow()), [AccessibleKey.member(1), .part(0)])
    for removed in [[.part(2)], [.part(2), .part(1)], [.item(3)]] as [AccessiblePath] {
      #expect(outline.parent(of: group + removed) == group)
      #expect(outline.children(of: group + removed).isEmpty)
    }
    #expect(outline.parent(of: group + [.part(1)]) == group && outline.parent(of: group) == [])
    #expect(outline.parent(of: [.member(2), .part(0)]) == [])
    #expect(outline.children(of: []).map(\.path) == [group])
  }
}

@Suite struct `Name of an object` {
  @Test(arguments: [0, 1, .max], [nil, 0, 7, -1, Int.max, Int.min] as [Int?])
  func `is read from its path`(number: UInt32, item: Int?) {
    let name = number == 0 ? .root : ObjectName(number: number, item: item)
    #expect(ObjectName(path: name.path) == name)
  }

  @Test(arguments: [
    "", "/", "/a", "0", "-1", "4294967296", "7_", "7_x", "7_1_2", "7_18446744073709551616", "7_--1",
  ])
  func `is not any other path`(text: String) {
    let prefix = text.hasPrefix("/") ? "" : "/org/a11y/atspi/accessible/"
    #expect(ObjectName(path: prefix + text) == nil)
  }
}
