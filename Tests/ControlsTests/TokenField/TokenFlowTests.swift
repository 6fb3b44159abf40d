import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// Thousands of tokens of different widths, with six visible lines.
@Suite struct `Token field with many lines` {
  private static func make(
    _ count: Int, seed: Int
  ) -> (ControlHarness<TextTokenField>, SeededGenerator) {
    var generator = SeededGenerator(seed: seed)
    let texts = (0..<count).map { _ in
      String(repeating: "x", count: Int.random(in: 1...14, using: &generator))
    }
    return (ControlHarness(tokens: texts, width: [200, 420][seed % 2]), generator)
  }

  private typealias Action = @Sendable (inout ControlHarness<TextTokenField>) -> Void

  private static let movements: [Action] = [
    { $0.press(.end, .control) }, { $0.press(.home, .control) }, { $0.press(.pageUp) },
    { $0.press(.pageDown) }, { $0.wheel(-7) }, { $0.wheel(30) }, { $0.wheel(-300) },
    { $0.wheel(1) }, { $0.press(.up) },
  ]

  private static let edits: [Action] = [
    { $0.commit("yyyy,") }, { $0.press(.backspace) }, { $0.commit("a,bbbbbbbb,cc,") },
    { $0.press(.character("z"), .control) },
    { field in
      for _ in 0..<40 { field.press(.left, .shift) }
      field.press(.delete)
    },
  ]

  @Test(arguments: seeds(4)) func `breaks lines as a full layout does`(seed: Int) {
    var (field, generator) = Self.make(1500, seed: seed)
    for step in 0..<36 {
      let actions = step % 3 == 2 ? Self.edits : Self.movements
      actions[Int.random(in: actions.indices, using: &generator)](&field)
      if field.control.editor.elements.textCount > 0 { field.commit(",") }
      field.settle()
      let (actual, starts) = (field.visibleLineStarts, field.lineStarts)
      guard !actual.isEmpty, actual.isSubset(of: starts) else {
        Issue.record("step \(step): line starts \(actual.sorted()) differ from the full layout")
        return
      }
    }
  }

  private static let actions: [Action] = [
    { $0.press(.end, .control) }, { $0.press(.home, .control) }, { $0.press(.pageUp) },
    { $0.press(.pageDown) }, { $0.press(.up) }, { $0.press(.down) },
    { $0.commit("a,bbbbbbbb,cc,") },
    { field in
      field.press(.character("a"), .control)
      field.press(.right)
    },
    { field in
      field.wheel(-300)
      field.press(.right)
    },
    { $0.paste(Array((0..<1500).map { "new\($0 * $0)" }.joined(separator: ",").utf8)) },
  ]

  /// Sizes of parts without layout are estimated from other parts, which all differ here.
  @Test(arguments: seeds(6), [false, true])
  func `has a visible caret at rest after any movement`(
    seed: Int, reducesMotion: Bool
  ) {
    var generator = SeededGenerator(seed: seed)
    let count = [600, 2000, 20_000][seed % 3]
    let texts = (0..<count).map { element in
      let maximum = 1 + 4 * (element / 100 % 5)
      return String(repeating: "x", count: Int.random(in: 1...maximum, using: &generator))
    }
    var field = ControlHarness(tokens: texts)
    field.environment.reducesMotion = reducesMotion
    for step in 0..<40 {
      let action = Int.random(in: Self.actions.indices, using: &generator)
      Self.actions[action](&field)
      // Sometimes the next action comes before the scroll has ended.
      field.advance(by: Bool.random(using: &generator) ? .milliseconds(150) : .seconds(2))
      guard field.isAtRest, !field.isCaretVisible else { continue }
      Issue.record("step \(step), action \(action): \(field.selection) is not visible")
      return
    }
  }

  /// Two tokens that fit on one line, next to the boundary of a block without layout.
  @Test(arguments: 380..<386) func `pages across parts without layout`(pair: Int) {
    var tokens = [String](repeating: String(repeating: "w", count: 50), count: 517)
    (tokens[pair], tokens[pair + 1]) = ("a", "a")
    var field = ControlHarness(tokens: tokens, width: 400)
    field.press(.character("a"), .control)
    field.press(.pageUp)
    #expect(field.selection == .caret(512))
    for _ in 0..<30 { field.press(.pageUp) }
    // One line less for the pair; each page is the number of visible lines minus one.
    #expect(field.selection == .caret(361))
  }

  @Test(arguments: 0..<6) func `keeps tokens at their positions when the environment changes`(seed: Int) {
    var (field, generator) = Self.make(3000, seed: seed)
    if seed % 3 == 2 { field.press(.end, .control) }
    for step in 0..<16 {
      field.wheel(Double(Int.random(in: -20...60, using: &generator)))
      field.settle()
      let before = field.visibleTokens
      field.environment.isWindowFocused.toggle()
      field.settle()
      let after = field.visibleTokens
      let isSame =
        before.count == after.count
        && before.allSatisfy { id, origin in after[id].map { ($0 - origin).length < 1e-6 } ?? false }
      guard !isSame else { continue }
      Issue.record("step \(step): \(after) differs from \(before)")
      return
    }
  }

  @Test(arguments: 0..<6) func `keeps its first line when the width changes`(seed: Int) {
    var (field, generator) = Self.make(3000, seed: seed)
    for step in 0..<16 {
      field.wheel(Double(Int.random(in: 0...60, using: &generator)))
      field.settle()
      let top = field.control.viewport.content.minY
      guard let first = field.visibleTokens.filter({ $0.value.y >= top }).keys.min() else { return }
      let width = Double(Int.random(in: 320...420, using: &generator))
      field.control.layOut(at: Point(x: 20, y: 30), width: width, at: field.now)
      field.settle()
      guard field.visibleTokens[first] == nil else { continue }
      Issue.record("step \(step): token \(first) is not visible with the width \(width)")
      return
    }
  }

  @Test func `keeps tokens at their positions when thousands before them are removed`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.paste(Array((0..<8000).map { "new\($0)," }.joined().utf8))
    field.settle()
    let before = (0..<3).compactMap { field.drawnOrigin(8000 + $0) }
    field.press(.character("z"), .control)
    let after = (0..<3).compactMap { field.drawnOrigin($0) }
    #expect(field.texts == ["a", "b", "c"] && before.count == 3 && after.count == 3)
    #expect(zip(before, after).allSatisfy { ($0 - $1).length < 1 })
  }

  @Test(arguments: 0..<4) func `keeps the token layout while it scrolls`(seed: Int) {
    var (field, generator) = Self.make(2000, seed: seed)
    field.press(.end, .control)
    field.settle()
    for _ in 0..<300 {
      let before = field.visibleTokens
      field.wheel([-3, -2, -1, 1][Int.random(in: 0..<4, using: &generator)])
      let scroller = field.control.viewport.scroller
      let distance = scroller.target - scroller.offset(at: field.now)
      field.stall(for: .seconds(5))
      let wrong = field.visibleTokens.filter { id, origin in
        before[id].map { (origin - $0 + Vector(dx: 0, dy: distance)).length > 1e-6 } ?? false
      }
      guard wrong.isEmpty else {
        Issue.record("scrolled by \(distance), other tokens moved: \(wrong)")
        return
      }
    }
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Turns the wheel over the center of the field. Positive `notches` scroll down.
  fileprivate mutating func wheel(_ notches: Double) {
    move(to: control.viewport.frame.center)
    scroll(notches)
  }

  fileprivate var isAtRest: Bool { control.viewport.scroller.nextChange(after: now) == nil }

  fileprivate var isCaretVisible: Bool {
    guard let caret = control.caretFrame(at: now) else { return false }
    let content = control.viewport.content
    return caret.minY >= content.minY && caret.maxY <= content.minY + control.visibleHeight
  }

  fileprivate var visibleLineStarts: Set<Int> {
    var starts: Set<Int> = []
    control.forEachVisibleBox(at: now) { box in
      if box.frame.minX == 0 { starts.insert(box.elements.lowerBound) }
    }
    return starts
  }

  /// The indices of the elements at line starts in a full layout from the first element.
  fileprivate var lineStarts: Set<Int> {
    var (starts, x, widths): (Set<Int>, Double, [String: Double]) = ([], 0, [:])
    for (index, element) in control.elements.enumerated() {
      guard let token = element.token else { continue }
      let width =
        widths[token.text]
        ?? control.adapter.size(of: token, within: control.flow.width, in: control.environment).width
      widths[token.text] = width
      if index == 0 || x + width > control.flow.width {
        starts.insert(index)
        x = 0
      }
      x += width + control.flow.spacing
    }
    return starts
  }

  /// Returns the current, animated origin of a token in the window.
  fileprivate func drawnOrigin(_ index: Int) -> Point? {
    guard let token = control.elements[index].token, let frame = control.frame(ofElement: index, at: now)
    else { return nil }
    return frame.origin + control.motions.offset(of: token.id, at: now)
  }

  /// The origins of the visible tokens in the window, by identity.
  fileprivate var visibleTokens: [Int: Point] {
    let shift = control.viewport.content.origin - Point.zero
    return control.visibleTokenFrames(at: now).mapValues { $0.origin + shift }
  }
}
