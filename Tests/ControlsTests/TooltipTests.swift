import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A tooltip` {
  private static let bounds = Rect(x: 0, y: 0, width: 960, height: 640)
  private static let target = Rect(x: 400, y: 300, width: 80, height: 20)
  private static let other = Rect(x: 500, y: 300, width: 80, height: 20)

  /// A tooltip, used on a clock of its own.
  private struct Use {
    var tooltip: Tooltip
    var now = Instant.zero

    init(
      reducesMotion: Bool = false, scale: Double = 1, text: any TextMeasuring = FixedTextMetrics()
    ) {
      tooltip = Tooltip(
        in: Environment(text: text, scale: scale, reducesMotion: reducesMotion))
    }

    mutating func hover(_ text: String = "whole", _ target: Rect = target) {
      tooltip.hover(text, target: target, at: now) { text }
    }

    mutating func pass(_ milliseconds: Int) {
      now = now + .milliseconds(milliseconds)
      tooltip.advance(to: now)
    }

    var drawing: DisplayList { drawing(in: bounds) }

    func drawing(in bounds: Rect) -> DisplayList {
      var list = DisplayList()
      tooltip.draw(in: bounds, into: &list, at: now)
      return list
    }

    /// 0 where nothing is drawn.
    var opacity: Double {
      if case .group(let group, _) = drawing.elements.first { group.opacity } else { 0 }
    }

    var panel: Rect? { panel(in: bounds) }

    func panel(in bounds: Rect) -> Rect? {
      for element in drawing(in: bounds).elements {
        if case .shape(.roundedRect(let shape), .fill, _) = element { return shape.rect }
      }
      return nil
    }

    var isAtRest: Bool { tooltip.nextChange(after: now) == nil }

    /// Shown in full.
    static func shown(_ text: String = "whole", _ target: Rect = target) -> Use {
      var use = Use()
      use.hover(text, target)
      use.pass(650)
      return use
    }
  }

  @Test func `appears once the pointer rests for half a second`() {
    var use = Use()
    #expect(use.isAtRest)
    use.hover()
    for _ in 0..<5 {
      use.pass(400)
      use.hover()
    }
    use.pass(499)
    #expect(use.opacity == 0)
    #expect(use.tooltip.nextChange(after: use.now) == use.now + .milliseconds(1))
    use.pass(76)
    #expect(abs(use.opacity - 0.5) < 0.001)
    #expect(use.tooltip.nextChange(after: use.now) == use.now)
    use.pass(75)
    #expect(use.opacity == 1 && use.drawing.texts == ["whole"])
    use.hover()
    #expect(use.opacity == 1 && use.isAtRest)
  }

  @Test func `fades when the pointer leaves, and comes back if that returns`() {
    var use = Use.shown()
    use.tooltip.leave(at: use.now)
    use.pass(75)
    #expect(abs(use.opacity - 0.5) < 0.001)
    use.hover()
    use.pass(150)
    #expect(use.opacity == 1)
    use.tooltip.leave(at: use.now)
    use.pass(150)
    #expect(use.drawing.elements.isEmpty && use.isAtRest)
  }

  @Test func `does not appear where the pointer only passed`() {
    var use = Use()
    use.hover()
    use.pass(499)
    use.tooltip.leave(at: use.now)
    #expect(use.isAtRest)
    use.hover("other", Self.other)
    use.pass(499)
    #expect(use.opacity == 0)
  }

  @Test func `follows soon where one was shown lately`() {
    var use = Use.shown()
    use.hover("other", Self.other)
    #expect(use.opacity == 0)
    use.pass(60)
    #expect(use.tooltip.nextChange(after: use.now) == use.now)
    use.pass(150)
    #expect(use.drawing.texts == ["other"] && use.opacity == 1)
    use.tooltip.leave(at: use.now)
    use.pass(499)
    use.hover()
    use.pass(210)
    #expect(use.opacity == 1)
    use.tooltip.leave(at: use.now)
    use.pass(500)
    use.hover()
    use.pass(500)
    #expect(use.opacity == 0)
  }

  @Test func `goes when something is done, and stays away from where that was`() {
    var use = Use.shown()
    use.tooltip.dismiss(at: use.now)
    use.pass(150)
    #expect(use.opacity == 0 && use.isAtRest)
    use.hover()
    #expect(use.isAtRest)
    use.hover("other", Self.other)
    use.pass(499)
    use.tooltip.dismiss(at: use.now)
    #expect(use.isAtRest, "it was not even shown")
    use.tooltip.leave(at: use.now)
    use.hover()
    use.pass(499)
    #expect(use.opacity == 0)
    use.pass(151)
    #expect(use.opacity == 1)
  }

  @Test func `is not expected any sooner once something is done`() {
    var use = Use.shown()
    use.tooltip.leave(at: use.now)
    use.tooltip.dismiss(at: use.now)
    use.hover("other", Self.other)
    use.pass(500)
    #expect(use.opacity == 0)
    use.pass(150)
    #expect(use.opacity == 1)
  }

  @Test func `asks for its text once for each thing that the pointer comes to`() {
    var (use, asked) = (Use(), 0)
    for id in [1, 1, 2, 2, 1] {
      for _ in 0..<10 {
        use.tooltip.hover(id, target: Self.target, at: use.now) {
          asked += 1
          return "a text of \(id)"
        }
        use.pass(100)
      }
    }
    #expect(asked == 3)
    use.tooltip.hover(1, target: Self.target.offset(by: Vector(dx: 0, dy: 9)), at: use.now) {
      asked += 1
      return "the same elsewhere"
    }
    #expect(asked == 4, "and where that is elsewhere")
  }

  @Test func `fades under reduced motion too`() {
    var use = Use(reducesMotion: true)
    use.hover()
    use.pass(575)
    #expect(abs(use.opacity - 0.5) < 0.001)
  }

  @Test(arguments: 0..<10) func `looks the same however time is divided, until it says`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var (steps, jump) = (Use(), Use())
    for _ in 0..<30 {
      let action = Int.random(in: 0...3, using: &generator)
      Self.perform(action, on: &steps)
      Self.perform(action, on: &jump)
      let milliseconds = Int.random(in: 0...700, using: &generator)
      if let next = steps.tooltip.nextChange(after: steps.now), next > steps.now {
        var before = steps
        before.now = min(next - .nanoseconds(1), steps.now + .milliseconds(milliseconds))
        before.tooltip.advance(to: before.now)
        #expect(before.drawing == steps.drawing)
      }
      jump.pass(milliseconds)
      for _ in 0..<milliseconds / 10 { steps.pass(10) }
      steps.pass(milliseconds % 10)
      #expect(steps.drawing == jump.drawing)
    }
    jump.pass(1000)
    #expect(jump.isAtRest)
  }

  private static func perform(_ action: Int, on use: inout Use) {
    switch action {
    case 0: use.hover()
    case 1: use.hover("other", other)
    case 2: use.tooltip.leave(at: use.now)
    default: use.tooltip.dismiss(at: use.now)
    }
  }

  // Its place.

  @Test func `stands below its target, in the middle of it`() throws {
    let panel = try #require(Use.shown().panel)
    #expect(panel.midX == 440 && panel.minY == 326)
  }

  @Test func `stands above where there is no room below`() throws {
    let low = Rect(x: 400, y: 600, width: 80, height: 20)
    let panel = try #require(Use.shown("whole", low).panel)
    #expect(panel.midX == 440 && panel.maxY == 594)
  }

  @Test func `stands on the side with more room where there is enough on neither`() throws {
    let bounds = Rect(x: 0, y: 0, width: 960, height: 90)
    let high = Rect(x: 400, y: 20, width: 80, height: 30)
    #expect(try #require(Use.shown("whole", high).panel(in: bounds)).maxY == 82)
    let low = Rect(x: 400, y: 40, width: 80, height: 30)
    #expect(try #require(Use.shown("whole", low).panel(in: bounds)).minY == 8)
  }

  @Test(arguments: 0..<100) func `stays inside its bounds, beside its target where it can`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let bounds = Rect(
      x: .random(in: 0...50, using: &generator), y: .random(in: 0...50, using: &generator),
      width: .random(in: 200...900, using: &generator),
      height: .random(in: 200...600, using: &generator))
    let target = Rect(
      x: .random(in: 0...900, using: &generator), y: .random(in: 0...600, using: &generator),
      width: .random(in: 0...300, using: &generator), height: .random(in: 0...90, using: &generator)
    )
    let text = String(repeating: "word ", count: .random(in: 1...40, using: &generator))
    let panel = try #require(Use.shown(text, target).panel(in: bounds))
    let inner = bounds.inset(by: Theme.Tooltip.margin - 1)
    #expect(panel.minX >= inner.minX && panel.maxX <= inner.maxX)
    #expect(panel.minY >= inner.minY && panel.maxY <= inner.maxY)
    let hasRoom =
      target.maxY + 6 + panel.height + 8 < bounds.maxY
      || target.minY - 6 - panel.height - 8 > bounds.minY
    if hasRoom, bounds.intersection(target) == target { #expect(!panel.intersects(target)) }
  }

  @Test(arguments: [1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 3]) func `has no soft edge`(scale: Double) {
    var use = Use(scale: scale)
    use.hover("some words", Rect(x: 33.3, y: 44.4, width: 55.5, height: 20))
    use.pass(650)
    #expect(use.drawing.flattened.softEdges(scale: scale).isEmpty)
  }

  // Its text.

  @Test func `wraps its text`() throws {
    let text = String(repeating: "word ", count: 30)
    let lines = Use.shown(text).drawing.texts
    #expect(lines.count == 3 && lines.joined(separator: " ") == text)
    let panel = try #require(Use.shown(text).panel)
    #expect(panel.width <= Theme.Tooltip.width + 24 + 1)
  }

  @Test func `shows what would be invisible`() {
    #expect(Use.shown("a\u{202E}b\n").drawing.texts == ["a[U+202E]b␊"])
  }

  @Test(arguments: [("x", 1400), ("word ", 20_000), ("\u{202E}", 1400), ("e\u{301}", 2000)])
  func `leaves out the middle of what is long, and tells how much`(
    part: String, count: Int
  ) throws {
    let text = "<" + String(repeating: part, count: count) + ">"
    let measuring = CountingMetrics()
    var use = Use(text: measuring)
    use.hover(text)
    use.pass(650)
    let lines = use.drawing.texts
    #expect(lines.count <= 12 && lines.count >= 9)
    #expect(lines.first?.first == "<" && lines.last?.last == ">")
    #expect(lines.allSatisfy { Double($0.count) * 6.5 <= 360 })
    let shown = lines.joined(separator: " ")
    let number = try #require(shown.firstMatch(of: /… ?([0-9,]+) ?characters ?left ?out ?…/))
    let rest = try #require(Int(number.1.filter { $0 != "," }))
    // Spaces at which a line was broken are back by `joined`; words that were broken got one more.
    let isOneWord = !part.contains(" ")
    let letters = shown.replacing(number.0, with: "").filter { !isOneWord || $0 != " " }
    let unit = isOneWord ? DisplayText.displayed(part).count : 1
    #expect((letters.count - 2) / unit + 2 + rest == text.count)
    #expect(measuring.characters < 120_000)
  }

  @Test(arguments: [Theme.light, .dark, .lightHighContrast, .darkHighContrast])
  func `W3 has text that can be read`(theme: Theme) {
    #expect(theme.colors.window.contrast(with: theme.colors.text) >= 4.5)
  }
}
