import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Tooltip behavior` {
  private static let bounds = Rect(x: 0, y: 0, width: 960, height: 640)
  private static let target = Rect(x: 400, y: 300, width: 80, height: 20)
  private static let other = Rect(x: 500, y: 300, width: 80, height: 20)

  /// A tooltip with its own clock.
  private struct TimedTooltip {
    var tooltip: Tooltip
    var now = Instant.zero

    init(
      reducesMotion: Bool = false, scale: Double = 1, text: any TextMeasuring = FixedTextMetrics()
    ) {
      tooltip = Tooltip(
        in: Environment(text: text, scale: scale, reducesMotion: reducesMotion))
      tooltip.bounds = bounds
    }

    mutating func hover(_ text: String = "whole", _ target: Rect = target) {
      tooltip.hover(text, target: target, at: now) { text }
    }

    mutating func wait(_ milliseconds: Int) {
      now = now + .milliseconds(milliseconds)
      tooltip.advance(to: now)
    }

    var drawing: DisplayList { drawing(in: bounds) }

    func drawing(in bounds: Rect) -> DisplayList {
      var (tooltip, list) = (tooltip, DisplayList())
      tooltip.bounds = bounds
      tooltip.draw(into: &list, at: now)
      return list
    }

    /// The opacity, or 0 if nothing is drawn.
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

    /// Returns a tooltip that is fully visible.
    static func visible(_ text: String = "whole", _ target: Rect = target) -> TimedTooltip {
      var timed = TimedTooltip()
      timed.hover(text, target)
      timed.wait(650)
      return timed
    }
  }

  /// The number of paragraphs, and the height of the bounds.
  @Test(arguments: [(2, 640.0), (5, 640), (6, 640), (6, 200), (6, 60)])
  func `begins a line with each paragraph if there is space for all`(count: Int, height: Double) throws {
    let text = (1...count).map { "\($0). " + String(repeating: "word ", count: 40) }.joined(separator: "\n")
    let timed = TimedTooltip.visible(text, Rect(x: 400, y: 10, width: 80, height: 10))
    let bounds = Rect(x: 0, y: 0, width: 960, height: height)
    let panel = try #require(timed.panel(in: bounds))
    #expect(panel.minY >= 0 && panel.maxY <= height)
    let lines = timed.drawing(in: bounds).flattened.elements.compactMap { element in
      if case .text(let text) = element { text.string } else { nil }
    }
    let starts = (1...count).count { number in lines.contains { $0.hasPrefix("\(number). ") } }
    #expect(starts == (height < 100 ? 1 : count), "\(lines)")
    // Lines that do not suffice for all are those of the first ones.
    let style = Theme.light.tooltip
    let space = height - 2 * style.margin - style.padding.top - style.padding.bottom
    let line = FixedTextMetrics().metrics(of: "a", style: Theme.light.fonts.caption).height
    #expect(lines.count == min(4 * count, style.maximumLineCount, Int(space / line)), "\(lines)")
  }

  @Test(arguments: [960.0, 200], [640.0, 100]) func `lays out its text before the first frame only`(
    width: Double, height: Double
  ) {
    let measuring = CountingMetrics()
    var timed = TimedTooltip(text: measuring)
    timed.tooltip.bounds = Rect(x: 0, y: 0, width: width, height: height)
    timed.hover(String(repeating: "word ", count: 90))
    timed.wait(500)
    let count = measuring.characters
    for _ in 1...9 {
      timed.wait(16)
      timed.tooltip.bounds.origin.x += 1
      var list = DisplayList()
      timed.tooltip.draw(into: &list, at: timed.now)
      #expect(list.flattened.texts.count > 1)
    }
    #expect(measuring.characters == count && count > 0)
  }

  @Test func `appears when the pointer rests for half a second`() {
    var timed = TimedTooltip()
    #expect(timed.isAtRest)
    timed.hover()
    for _ in 0..<5 {
      timed.wait(400)
      timed.hover()
    }
    timed.wait(499)
    #expect(timed.opacity == 0)
    #expect(timed.tooltip.nextChange(after: timed.now) == timed.now + .milliseconds(1))
    timed.wait(76)
    #expect(abs(timed.opacity - 0.5) < 0.001)
    #expect(timed.tooltip.nextChange(after: timed.now) == timed.now)
    timed.wait(75)
    #expect(timed.opacity == 1 && timed.drawing.texts == ["whole"])
    timed.hover()
    #expect(timed.opacity == 1 && timed.isAtRest)
  }

  @Test func `fades out when the pointer leaves and in when it returns`() {
    var timed = TimedTooltip.visible()
    timed.tooltip.leave(at: timed.now)
    timed.wait(75)
    #expect(abs(timed.opacity - 0.5) < 0.001)
    timed.hover()
    timed.wait(150)
    #expect(timed.opacity == 1)
    timed.tooltip.leave(at: timed.now)
    timed.wait(150)
    #expect(timed.drawing.elements.isEmpty && timed.isAtRest)
  }

  @Test func `does not appear if the pointer only passes`() {
    var timed = TimedTooltip()
    timed.hover()
    timed.wait(499)
    timed.tooltip.leave(at: timed.now)
    #expect(timed.isAtRest)
    timed.hover("other", Self.other)
    timed.wait(499)
    #expect(timed.opacity == 0)
  }

  @Test func `appears sooner if another one was shown recently`() {
    var timed = TimedTooltip.visible()
    timed.hover("other", Self.other)
    #expect(timed.opacity == 0)
    timed.wait(60)
    #expect(timed.tooltip.nextChange(after: timed.now) == timed.now)
    timed.wait(150)
    #expect(timed.drawing.texts == ["other"] && timed.opacity == 1)
    timed.tooltip.leave(at: timed.now)
    timed.wait(499)
    timed.hover()
    timed.wait(210)
    #expect(timed.opacity == 1)
    timed.tooltip.leave(at: timed.now)
    timed.wait(500)
    timed.hover()
    timed.wait(500)
    #expect(timed.opacity == 0)
  }

  @Test func `disappears on user input and does not return at the same target`() {
    var timed = TimedTooltip.visible()
    timed.tooltip.dismiss(at: timed.now)
    timed.wait(150)
    #expect(timed.opacity == 0 && timed.isAtRest)
    timed.hover()
    #expect(timed.isAtRest)
    timed.hover("other", Self.other)
    timed.wait(499)
    timed.tooltip.dismiss(at: timed.now)
    #expect(timed.isAtRest, "it was not shown")
    timed.tooltip.leave(at: timed.now)
    timed.hover()
    timed.wait(499)
    #expect(timed.opacity == 0)
    timed.wait(151)
    #expect(timed.opacity == 1)
  }

  @Test func `appears after the full delay following user input`() {
    var timed = TimedTooltip.visible()
    timed.tooltip.leave(at: timed.now)
    timed.tooltip.dismiss(at: timed.now)
    timed.hover("other", Self.other)
    timed.wait(500)
    #expect(timed.opacity == 0)
    timed.wait(150)
    #expect(timed.opacity == 1)
  }

  @Test func `requests its text once for each hovered target`() {
    var (timed, requestCount) = (TimedTooltip(), 0)
    for id in [1, 1, 2, 2, 1] {
      for _ in 0..<10 {
        timed.tooltip.hover(id, target: Self.target, at: timed.now) {
          requestCount += 1
          return "a text of \(id)"
        }
        timed.wait(100)
      }
    }
    #expect(requestCount == 3)
    timed.tooltip.hover(1, target: Self.target.offset(by: Vector(dx: 0, dy: 9)), at: timed.now) {
      requestCount += 1
      return "the same elsewhere"
    }
    #expect(requestCount == 4, "also if the target moves")
  }

  @Test(arguments: seeds(10)) func `draws the same for any steps until the next change`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var (steps, jump) = (TimedTooltip(), TimedTooltip())
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
      jump.wait(milliseconds)
      for _ in 0..<milliseconds / 10 { steps.wait(10) }
      steps.wait(milliseconds % 10)
      #expect(steps.drawing == jump.drawing)
    }
    jump.wait(1000)
    #expect(jump.isAtRest)
  }

  private static func perform(_ action: Int, on timed: inout TimedTooltip) {
    switch action {
    case 0: timed.hover()
    case 1: timed.hover("other", other)
    case 2: timed.tooltip.leave(at: timed.now)
    default: timed.tooltip.dismiss(at: timed.now)
    }
  }

  // Position.

  @Test func `is centered below its target`() throws {
    let panel = try #require(TimedTooltip.visible().panel)
    #expect(panel.midX == 440 && panel.minY == 326)
  }

  @Test func `is on the side with more space if neither side has enough`() throws {
    let bounds = Rect(x: 0, y: 0, width: 960, height: 90)
    let high = Rect(x: 400, y: 20, width: 80, height: 30)
    #expect(try #require(TimedTooltip.visible("whole", high).panel(in: bounds)).maxY == 82)
    let low = Rect(x: 400, y: 40, width: 80, height: 30)
    #expect(try #require(TimedTooltip.visible("whole", low).panel(in: bounds)).minY == 8)
    // A long text is elided until it fits.
    let long = TimedTooltip.visible(String(repeating: "word ", count: 400), low)
    let panel = try #require(long.panel(in: bounds))
    #expect(panel.minY == 8 && panel.maxY <= 82 && panel.height > 30)
    #expect(long.drawing(in: bounds).texts.joined(separator: " ").contains("more characters"))
  }

  @Test(arguments: seeds(100)) func `stays inside its bounds, next to its target if possible`(
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
    let panel = try #require(TimedTooltip.visible(text, target).panel(in: bounds))
    let inner = bounds.inset(by: Theme.light.tooltip.margin - 1)
    #expect(panel.minX >= inner.minX && panel.maxX <= inner.maxX)
    #expect(panel.minY >= inner.minY && panel.maxY <= inner.maxY)
    let hasRoom =
      target.maxY + 6 + panel.height + 8 < bounds.maxY
      || target.minY - 6 - panel.height - 8 > bounds.minY
    if hasRoom, bounds.intersection(target) == target { #expect(!panel.intersects(target)) }
  }

  @Test(arguments: [1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 3]) func `has sharp edges`(scale: Double) {
    var timed = TimedTooltip(scale: scale)
    timed.hover("some words", Rect(x: 33.3, y: 44.4, width: 55.5, height: 20))
    timed.wait(650)
    #expect(timed.drawing.flattened.softEdges(scale: scale).isEmpty)
  }

  // Text.

  @Test(arguments: [("x", 1400), ("word ", 20_000), ("\u{202E}", 1400), ("e\u{301}", 2000)])
  func `elides the middle of a long text and shows the number of elided characters`(
    part: String, count: Int
  ) throws {
    let text = "<" + String(repeating: part, count: count) + ">"
    let measuring = CountingMetrics()
    var timed = TimedTooltip(text: measuring)
    timed.hover(text)
    timed.wait(650)
    let lines = timed.drawing.texts
    #expect(lines.count <= 12 && lines.count >= 9)
    #expect(lines.first?.first == "<" && lines.last?.last == ">")
    #expect(lines.allSatisfy { Double($0.count) * 6.5 <= 360 })
    let displayed = lines.joined(separator: " ")
    let number = try #require(displayed.firstMatch(of: /… ?([0-9,]+) ?more ?characters ?…/))
    let elidedCount = try #require(Int(number.1.filter { $0 != "," }))
    // `joined` restores the spaces at line breaks and adds one inside each broken word.
    let isOneWord = !part.contains(" ")
    let letters = displayed.replacing(number.0, with: "").filter { !isOneWord || $0 != " " }
    let unit = isOneWord ? DisplaySanitizer.sanitized(part).count : 1
    #expect((letters.count - 2) / unit + 2 + elidedCount == text.count)
    #expect(measuring.characters < 120_000)
  }

  @Test(arguments: [Theme.light, .dark, .lightHighContrast, .darkHighContrast])
  func `W3 has legible text`(theme: Theme) {
    #expect(theme.colors.window.contrast(with: theme.colors.text) >= 4.5)
  }
}
