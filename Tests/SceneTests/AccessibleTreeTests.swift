import Scene
import TestSupport
import Testing

/// A control with objects in objects, some of which are lists.
private struct Part {
  enum Kind {
    case object, scope
    case list(count: Int)
  }

  var kind: Kind
  var children: [Part]

  static func random(depth: Int, _ random: inout SeededGenerator) -> Part {
    if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
      return Part(kind: .list(count: Int.random(in: 0..<40, using: &random)), children: [])
    }
    let children = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      Part.random(depth: depth - 1, &random)
    }
    return Part(kind: Bool.random(using: &random) ? .object : .scope, children: children)
  }

  func describe(as key: Int, into tree: inout AccessibleTree, evaluated: inout Int) {
    func describeChildren(_ tree: inout AccessibleTree) {
      for (key, child) in children.enumerated() {
        child.describe(as: key, into: &tree, evaluated: &evaluated)
      }
    }
    switch kind {
    case .object: tree.add(.part(key), Self.node("object")) { describeChildren(&$0) }
    case .scope: tree.scope(.member(UInt32(key))) { describeChildren(&$0) }
    case .list(let count):
      tree.addList(
        .part(key), Self.node("list"), count: count,
        selected: [min(2, count)..<min(5, count), min(6, count)..<min(7, count)],
        focused: count > 0 ? count - 1 : nil,
        index: { number, _ in (0..<count).contains(~number) ? ~number : nil },
        hit: { (0..<count).contains(Int($0.x)) ? Int($0.x) : nil },
        element: { index in
          evaluated += 1
          return (~index, Self.node("element \(index)"))
        })
    }
  }

  private static func node(_ name: String) -> AccessibleNode {
    AccessibleNode(.label, name, in: Rect(x: 0, y: 0, width: 1, height: 1))
  }
}

@Suite struct `Accessible tree` {
  @Test(arguments: seeds(16)) func `numbers the children of each object in order`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var (tree, evaluated) = (AccessibleTree(.outline), 0)
    Part.random(depth: 4, &random).describe(as: 0, into: &tree, evaluated: &evaluated)
    #expect(Set(tree.entries.map(\.path)).count == tree.entries.count)
    for (position, entry) in tree.entries.enumerated() {
      if let parent = entry.parent {
        #expect(parent < position)
        #expect(entry.path.starts(with: tree.entries[parent].path))
        #expect(entry.index < tree.entries[parent].childCount)
      }
      guard entry.selected == nil else { continue }
      let children = tree.entries.filter { $0.parent == position }
      #expect(children.map(\.index) == Array(0..<entry.childCount))
    }
    let windowChildren = tree.entries.filter { $0.parent == nil }
    #expect(windowChildren.map(\.index) == Array(windowChildren.indices))
  }

  @Test(arguments: seeds(16)) func `evaluates only the elements that were asked for`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let part = Part.random(depth: 4, &random)
    var (outline, evaluated) = (AccessibleTree(.outline), 0)
    part.describe(as: 0, into: &outline, evaluated: &evaluated)
    for list in outline.entries where list.selected != nil {
      func elements(_ elements: AccessibleTree.Elements) -> [AccessibleTree.Entry] {
        var tree = AccessibleTree(.elements(of: list.path, elements))
        evaluated = 0
        part.describe(as: 0, into: &tree, evaluated: &evaluated)
        #expect(evaluated == tree.entries.count)
        return tree.entries
      }
      let range = -3..<Int.random(in: 0..<50, using: &random)
      #expect(elements(.range(range)).map(\.index) == Array(range.clamped(to: 0..<list.childCount)))
      for index in [-1, 0, list.childCount / 2, list.childCount] {
        let exists = (0..<list.childCount).contains(index)
        for found in [elements(.number(~index, hint: nil)), elements(.at(Point(x: Double(index), y: 0)))] {
          #expect(found.map(\.index) == (exists ? [index] : []))
          #expect(found.allSatisfy { $0.path == list.path + [.item(~index)] })
        }
      }
    }
  }

  @Test(arguments: [Int.min, -3, 0, 3]) func `ignores indices outside of a list`(count: Int) {
    func entries(_ query: AccessibleTree.Query, _ index: Int) -> [AccessibleTree.Entry] {
      var tree = AccessibleTree(query)
      tree.addList(
        .part(0), AccessibleNode(.listBox, "", in: .zero), count: count,
        selected: [index..<index + 1, -9..<1], focused: index, index: { _, _ in index }, hit: { _ in index },
        element: { ($0, AccessibleNode(.listItem, "\($0)", in: .zero)) })
      return tree.entries
    }
    let all = 0..<max(0, count)
    for index in [Int.min, -1, 0, 2, 3, Int.max - 1] {
      let outline = entries(.outline, index)
      #expect(outline[0].childCount == all.count)
      let expected = Set([0, index].filter(all.contains))
      #expect(Set((outline[0].selected ?? []).flatMap { $0 }) == expected)
      #expect(Set(outline.dropFirst().map(\.index)) == expected)
      for elements in [AccessibleTree.Elements.number(0, hint: nil), .at(.zero)] {
        let found = entries(.elements(of: [.part(0)], elements), index)
        #expect(found.map(\.index) == [index].filter(all.contains))
      }
    }
  }

  /// A client adds their numbers.
  @Test func `counts each selected element of the longest list once`() {
    var tree = AccessibleTree(.outline)
    tree.addList(
      .part(0), AccessibleNode(.listBox, "", in: .zero), count: .max,
      selected: [5..<Int.max, 0..<Int.max, Int.min..<9], index: { number, _ in number },
      element: { ($0, AccessibleNode(.listItem, "", in: .zero)) })
    #expect(tree.entries[0].childCount == Int(Int32.max))
    #expect(tree.entries[0].selected?.reduce(0) { $0 + $1.count } == Int(Int32.max))
  }

  @Test(arguments: seeds(16)) func `adds the objects of a recording at the same position only`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let (first, next) = (Part.random(depth: 2, &random), Part.random(depth: 2, &random))
    let recorded = Part.random(depth: 3, &random)
    var (recording, evaluated) = (AccessibleTree.Recording?.none, 0)
    func outline(after part: Part, _ recording: inout AccessibleTree.Recording?) -> [AccessibleTree.Entry] {
      var tree = AccessibleTree(.outline)
      var other = 0
      evaluated = 0
      part.describe(as: 0, into: &tree, evaluated: &other)
      tree.scope(.member(1)) {
        $0.add(&recording) { recorded.describe(as: 0, into: &$0, evaluated: &evaluated) }
      }
      next.describe(as: 2, into: &tree, evaluated: &other)
      return tree.entries
    }
    for part in [first, next, first] {
      var empty = AccessibleTree.Recording?.none
      let expected = outline(after: part, &empty)
      #expect(outline(after: part, &recording) == expected)
      #expect(outline(after: part, &recording) == expected)
      #expect(evaluated == 0)
    }
  }

  @Test func `moves scrolled objects, and marks those that are not visible`() {
    var tree = AccessibleTree(.outline)
    let clip = Rect(x: 0, y: 100, width: 50, height: 50)
    tree.translated(by: Vector(dx: 0, dy: 80), in: clip) { tree in
      for y in [0.0, 15, 30, 80] {
        tree.add(.part(Int(y)), AccessibleNode(.label, "", in: Rect(x: 0, y: y, width: 10, height: 10)))
      }
    }
    #expect(tree.entries.map(\.node.frame.minY) == [100, 100, 110, 150])
    #expect(tree.entries.map(\.node.frame.height) == [0, 5, 10, 0])
    #expect(tree.entries.map { $0.node.states.contains(.offscreen) } == [true, false, false, true])
  }

  @Test func `shows overlays in an area of their own, also outside the visible part of scrolled content`() {
    var tree = AccessibleTree(.outline)
    func add(_ key: Int, to tree: inout AccessibleTree) {
      tree.add(.part(key), AccessibleNode(.label, "", in: Rect(x: 0, y: 30, width: 10, height: 20)))
    }
    tree.translated(by: Vector(dx: 0, dy: 10), in: Rect(x: 0, y: 0, width: 50, height: 20)) { tree in
      tree.overlaid(in: Rect(x: 0, y: 0, width: 50, height: 35)) { add(0, to: &$0) }
      tree.overlaid(in: Rect(x: 0, y: 0, width: 50, height: 30)) { add(1, to: &$0) }
      add(2, to: &tree)
    }
    #expect(tree.entries.map(\.node.frame.minY) == [40, 40, 20])
    #expect(tree.entries.map(\.node.frame.height) == [5, 0, 0])
    #expect(tree.entries.map { $0.node.states.contains(.offscreen) } == [false, true, true])
  }

  @Test func `limits the elements of a list to its frame`() {
    for query in [AccessibleTree.Query.outline, .elements(of: [.part(0)], .range(0..<2))] {
      var tree = AccessibleTree(query)
      tree.addList(
        .part(0), AccessibleNode(.listBox, "", in: Rect(x: 0, y: 5, width: 10, height: 10)), count: 2,
        selected: [0..<2], index: { number, _ in number },
        element: {
          let frame = Rect(x: 0, y: 20 * Double($0), width: 10, height: 10)
          return ($0, AccessibleNode(.listItem, "", in: frame))
        })
      let elements = tree.entries.suffix(2).map(\.node)
      #expect(elements.map(\.frame.minY) == [5, 15] && elements.map(\.frame.height) == [5, 0])
      #expect(elements.map { $0.states.contains(.offscreen) } == [false, true])
    }
  }

  @Test func `passes a request to the member that it is for`() {
    let request = AccessibilityRequest(.focus, of: [.member(3), .part(1)])
    #expect(request.forMember(.member(2)) == nil)
    #expect(request.forMember(.member(3))?.path == [.part(1)])
  }
}

@Suite struct `Accessible node` {
  private static let extremes = [
    -Double.infinity, -.greatestFiniteMagnitude, -1, 0, 0.5, 1, .greatestFiniteMagnitude, .infinity, .nan,
  ]

  @Test(arguments: [Int.min, -1, 0, 2, 3, 4, .max], [Int.min, -1, 0, 3, .max])
  func `has offsets in its text`(caret: Int, count: Int) {
    for content in [AccessibleText.Content.plain("a\u{301}b"), .obscured(count: count)] {
      for selection in [Int.min..<Int.max, caret..<Int.max, 1..<2, 7..<9] {
        let text = AccessibleText(content, caret: caret, selection: selection)
        let sanitized = AccessibleNode(.entry, "", text: text, in: .zero).sanitized
        let (new, all) = (sanitized.text, 0...(sanitized.text?.count ?? 0))
        #expect(all.contains(new?.caret ?? -1))
        if let range = new?.selection { #expect(!range.isEmpty && all.contains(range.upperBound)) }
        #expect(all.upperBound <= 1 << 16)
        #expect(sanitized.sanitized == sanitized)
        let isValid = all.contains(caret) && selection == 1..<2 && all.contains(2) && count != .max
        if isValid, content == .plain("a\u{301}b") || count >= 0 { #expect(new == text) }
      }
    }
  }

  @Test func `has finite numbers in its range`() {
    for number in Self.extremes {
      for lower in Self.extremes where !lower.isNaN {
        for upper in Self.extremes where upper >= lower {
          let value = AccessibleValue(number, in: lower...upper, step: number, text: "")
          let new = AccessibleNode(.slider, "", value: value, in: .zero).sanitized.value ?? value
          #expect(new.range.lowerBound.isFinite && new.range.upperBound.isFinite && new.step.isFinite)
          #expect(new.range.contains(new.number) && new.step >= 0)
          if value.range == new.range, value.range.contains(number), number >= 0 { #expect(new == value) }
        }
      }
    }
  }

  @Test(arguments: [
    ("", "Old", "Old"), ("New", "", "New"), ("New", "Old", "New Old"), ("Name", "Old", "Old"),
    ("Old", "Old", "Old"), ("Old", "Old too", "Old too"), ("Old", "Older", "Old Older"),
  ]) func `repeats no sentence in its description`(sentence: String, before: String, after: String) {
    var node = AccessibleNode(.label, "Name", description: before, in: Rect(x: 0, y: 0, width: 9, height: 9))
    node.prepend(sentence)
    #expect(node.description == after)
  }

  @Test func `has a finite frame`() {
    for x in Self.extremes {
      for width in Self.extremes {
        let frame = Rect(x: x, y: width, width: width, height: x)
        let new = AccessibleNode(.label, "", in: frame).sanitized.frame
        #expect((new.minX + new.minY + new.maxX + new.maxY).isFinite, "\(frame)")
        if abs(x) <= 1, abs(width) <= 1 { #expect(new == frame) }
      }
    }
  }
}
