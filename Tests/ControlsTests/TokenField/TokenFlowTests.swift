import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// Thousands of tokens of all widths, of which six lines can be seen.
@Suite struct `A token field of many lines` {
  private static func make(
    _ count: Int, seed: Int
  ) -> (ControlHarness<TextTokenField>, SeededGenerator) {
    var generator = SeededGenerator(seed: seed)
    let texts = (0..<count).map { _ in
      String(repeating: "x", count: Int.random(in: 1...14, using: &generator))
    }
    return (ControlHarness(tokens: texts, width: [200, 420][seed % 2]), generator)
  }

  private typealias Deed = @Sendable (inout ControlHarness<TextTokenField>) -> Void

  private static let looks: [Deed] = [
    { $0.press(.end, .control) }, { $0.press(.home, .control) }, { $0.press(.pageUp) },
    { $0.press(.pageDown) }, { $0.wheel(-7) }, { $0.wheel(30) }, { $0.wheel(-300) },
    { $0.wheel(1) }, { $0.press(.up) },
  ]

  private static let edits: [Deed] = [
    { $0.commit("yyyy,") }, { $0.press(.backspace) }, { $0.commit("a,bbbbbbbb,cc,") },
    { $0.press(.character("z"), .control) },
    { field in
      for _ in 0..<40 { field.press(.left, .shift) }
      field.press(.delete)
    },
  ]

  @Test(arguments: 0..<4) func `breaks them all where one paragraph would be broken`(seed: Int) {
    var (field, generator) = Self.make(1500, seed: seed)
    for step in 0..<36 {
      let deeds = step % 3 == 2 ? Self.edits : Self.looks
      deeds[Int.random(in: deeds.indices, using: &generator)](&field)
      if field.control.editor.units.textCount > 0 { field.commit(",") }
      field.settle()
      let (seen, starts) = (field.lineStartsInSight, field.lineStarts)
      guard !seen.isEmpty, seen.isSubset(of: starts) else {
        Issue.record("step \(step): lines begin with \(seen.sorted()), some elsewhere")
        return
      }
    }
  }

  private static let journeys: [Deed] = [
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

  /// What was never looked at is guessed by what was, of which no two parts are alike here.
  @Test(arguments: 0..<6, [false, true])
  func `has the caret in sight at rest, however far a key has brought it`(
    seed: Int, reducesMotion: Bool
  ) {
    var generator = SeededGenerator(seed: seed)
    let count = [600, 2000, 20_000][seed % 3]
    let texts = (0..<count).map { unit in
      let longest = 1 + 4 * (unit / 100 % 5)
      return String(repeating: "x", count: Int.random(in: 1...longest, using: &generator))
    }
    var field = ControlHarness(tokens: texts)
    field.control.environment.reducesMotion = reducesMotion
    for step in 0..<40 {
      let deed = Int.random(in: Self.journeys.indices, using: &generator)
      Self.journeys[deed](&field)
      // Sometimes the next comes before this one has arrived.
      field.advance(by: Bool.random(using: &generator) ? .milliseconds(150) : .seconds(2))
      guard field.isAtRest, !field.hasCaretInSight else { continue }
      Issue.record("step \(step), deed \(deed): \(field.selection) is not in sight")
      return
    }
  }

  @Test func `is not scrolled to the caret by what is not about it`() {
    var (field, _) = Self.make(1500, seed: 0)
    for key in [Key.end, .home] {
      field.press(key, .control)
      field.settle()
    }
    field.press(.character("a"), .control)
    // Nothing moves, so that there is no frame before something else happens.
    field.advance(by: .seconds(1))
    #expect(field.control.scroller.target == 0)
    #expect(field.selection == .range(0, 1500))
  }

  /// Two that have room on one line, around which a block ends that nobody has laid out.
  @Test(arguments: 380..<386) func `is paged in across what nobody has laid out`(pair: Int) {
    var tokens = [String](repeating: String(repeating: "w", count: 50), count: 517)
    (tokens[pair], tokens[pair + 1]) = ("a", "a")
    var field = ControlHarness(tokens: tokens, width: 400)
    field.press(.character("a"), .control)
    field.press(.pageUp)
    #expect(field.selection == .caret(512))
    for _ in 0..<30 { field.press(.pageUp) }
    // One line less on the way, and as many as are in sight but one each time.
    #expect(field.selection == .caret(361))
  }

  @Test func `stays where it was thrown when it gets another width`() {
    var (field, _) = Self.make(1500, seed: 1)
    field.move(to: field.control.frame.center)
    for _ in 0..<12 {
      field.scroll(0.8)
      field.advance(by: .milliseconds(8))
    }
    let held = field.control.scroller.target
    field.scroll(0)
    field.settle()
    let thrown = field.control.scroller.target
    #expect(thrown > held + 100)
    field.control.place(at: Point(x: 20, y: 30), width: 421)
    #expect(field.control.scroller.target >= thrown * 0.9)
  }

  @Test func `shows its tokens where they were, when thousands before them go`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.paste(Array((0..<8000).map { "new\($0)," }.joined().utf8))
    field.settle()
    let before = (0..<3).compactMap { field.seen(8000 + $0) }
    field.press(.character("z"), .control)
    let after = (0..<3).compactMap { field.seen($0) }
    #expect(field.texts == ["a", "b", "c"] && before.count == 3 && after.count == 3)
    #expect(zip(before, after).allSatisfy { ($0 - $1).length < 1 })
  }

  @Test(arguments: 0..<4) func `moves nothing by itself while it is scrolled`(seed: Int) {
    var (field, generator) = Self.make(2000, seed: seed)
    field.press(.end, .control)
    field.settle()
    for _ in 0..<300 {
      let before = field.tokensInSight
      field.wheel([-3, -2, -1, 1][Int.random(in: 0..<4, using: &generator)])
      let scroller = field.control.scroller
      let way = scroller.target - scroller.offset(at: field.now)
      field.stall(for: .seconds(5))
      let wrong = field.tokensInSight.filter { id, place in
        before[id].map { (place - $0 + Vector(dx: 0, dy: way)).length > 1e-6 } ?? false
      }
      guard wrong.isEmpty else {
        Issue.record("scrolled by \(way), some went elsewhere: \(wrong)")
        return
      }
    }
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Turns the wheel over the middle of the field; downwards where `notches` are positive.
  fileprivate mutating func wheel(_ notches: Double) {
    move(to: control.frame.center)
    scroll(notches)
  }

  fileprivate var isAtRest: Bool { control.scroller.nextChange(after: now) == nil }

  fileprivate var hasCaretInSight: Bool {
    guard let caret = control.caretFrame(at: now) else { return false }
    let content = control.content
    return caret.minY >= content.minY && caret.maxY <= content.minY + control.visibleHeight
  }

  fileprivate var lineStartsInSight: Set<Int> {
    var starts: Set<Int> = []
    control.forEachBox(inSightAt: now) { box, unit, _ in
      if box.frame.minX == 0 { starts.insert(unit) }
    }
    return starts
  }

  /// The units that lines begin with where all is broken from the first one on.
  fileprivate var lineStarts: Set<Int> {
    var (starts, x): (Set<Int>, Double) = ([], 0)
    for (index, unit) in control.units.enumerated() {
      guard let token = unit.token else { continue }
      let width = control.kind.size(of: token, within: control.flow.width, in: control.environment)
        .width
      if index == 0 || x + width > control.flow.width {
        starts.insert(index)
        x = 0
      }
      x += width + control.flow.spacing
    }
    return starts
  }

  /// Where a token is seen in the window, wherever it belongs.
  fileprivate func seen(_ index: Int) -> Point? {
    guard let token = control.units[index].token, let frame = control.frame(ofUnit: index, at: now)
    else { return nil }
    return frame.origin + control.motions.offset(of: token.id, at: now)
  }

  /// Where the tokens that can be seen stand in the window.
  fileprivate var tokensInSight: [Int: Point] {
    let shift = control.content.origin - Point.zero
    return control.placesInSight(at: now).mapValues { $0.origin + shift }
  }
}
