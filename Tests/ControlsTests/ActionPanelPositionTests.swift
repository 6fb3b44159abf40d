import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The rest position of a panel, for arbitrary sources and windows.
@Suite struct `Action panel position` {
  @Test(arguments: seeds(200))
  func `B10 is inside the window, covers the button and is centered on it as far as possible`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let window = window(&generator)
    let source = source(in: window, &generator)
    let panel = opened(.grid, from: source, in: window, &generator)
    let frame = panel.outline(at: panel.settled).rect
    let inside = window.inset(by: Theme.light.menu.margin)
    #expect(contains(inside, frame))
    #expect(contains(frame, source.intersection(inside)))
    let half = Vector(dx: frame.width / 2, dy: frame.height / 2)
    let centers = Rect(
      x: inside.minX + half.dx, y: inside.minY + half.dy,
      width: inside.width - frame.width, height: inside.height - frame.height)
    #expect(isNear(frame.center, source.center.clamped(to: centers), within: 0.75))
  }

  @Test(arguments: seeds(200))
  func `places a menu inside the window, with a corner at the point if it fits`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let window = window(&generator)
    let point = source(in: window, &generator).center
    let panel = opened(
      .menu, from: Rect(origin: point, size: .zero), in: window, &generator)
    let frame = panel.outline(at: panel.settled).rect
    let inside = window.inset(by: Theme.light.menu.margin)
    #expect(contains(inside, frame))
    guard contains(inside, Rect(origin: point, size: .zero)) else { return }
    let fitsRight = point.x + frame.width <= inside.maxX
    let fitsLeft = point.x - frame.width >= inside.minX
    if fitsRight {
      #expect(isNear(frame.minX, point.x, within: 0.5), "its leading edge is at the point")
    } else if fitsLeft {
      #expect(isNear(frame.maxX, point.x, within: 0.5), "its trailing edge is at the point")
    } else {
      #expect(isNear(frame.maxX, inside.maxX, within: 0.5), "it is as near as possible")
    }
  }

  @Test func `opens the menu of a button directly below or directly above it`() {
    var harness = ControlHarness(panel: ActionItem.samples, .menu, isOpen: false)
    for (top, expectsBelow) in [(100.0, true), (500.0, false)] {
      let button = Rect(x: 300, y: top, width: 172, height: 88)
      harness.control.open(
        from: RoundedRect(button, cornerRadius: 12), color: .white, in: ControlHarness.window,
        highlightsFirst: false, at: harness.now)
      harness.settle()
      #expect(harness.frame.minX == button.minX)
      if expectsBelow {
        #expect(harness.frame.minY == button.maxY)
      } else {
        #expect(harness.frame.maxY == button.minY)
      }
      harness.press(.escape)
      harness.settle()
    }
  }

  @Test(arguments: [(480.0, 420.0), (400, 300), (320, 480), (240, 320), (200, 160), (150, 120), (100, 400)])
  func `B10 reduces its items in a window that is too small for them`(width: Double, height: Double) throws {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      let items = Array(ActionItem.samples.prefix(8))
      var harness = ControlHarness(panel: items, arrangement, isOpen: false)
      harness.control.open(
        from: RoundedRect(Rect(x: 60, y: 60, width: 30, height: 30), cornerRadius: 5), color: .white,
        in: Rect(x: 0, y: 0, width: width, height: height), highlightsFirst: false, at: .zero)
      harness.settle()
      let frames = try items.map { try #require(harness.control.frame(of: $0.id)) }
      for (index, frame) in frames.enumerated() {
        #expect(contains(harness.frame, frame) && !frame.isEmpty)
        for other in frames[..<index] { #expect(!frame.intersects(other)) }
      }
      let drawing = harness.drawing()
      #expect(drawing.textFrames.allSatisfy { contains(harness.frame, $0.ink) })
    }
  }

  @Test(arguments: 1...8, [1, 1.25, 2])
  func `B10 centers each row of tiles, on whole device pixels`(
    count: Int, scale: Double
  ) throws {
    let items = Array(ActionItem.samples.prefix(count))
    var panel = ActionPanel(
      items, arrangement: .grid, in: Environment(text: FixedTextMetrics(), scale: scale))
    panel.open(
      from: ControlHarness<ActionPanel>.button, color: .white,
      in: ControlHarness<ActionPanel>.window, highlightsFirst: false, at: .zero)
    let tiles = try items.map { try #require(panel.frame(of: $0.id)) }
    let middle = panel.outline(at: .distantFuture).rect.midX
    for row in Dictionary(grouping: tiles, by: \.minY).values {
      let bounds = row.reduce(row[0]) { $0.union($1) }
      #expect(isNear(bounds.midX, middle, within: 1 / scale))
      let left = bounds.minX * scale
      #expect(isNear(left, left.rounded(), within: 1e-6))
    }
  }

  @Test(arguments: [0.0, 3, 10, 15, 16, 17])
  func `opens in a window of any size`(side: Double) {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = ControlHarness(panel: ActionItem.samples, arrangement, isOpen: false)
      let window = Rect(x: 0, y: 0, width: side, height: side)
      harness.control.open(
        from: RoundedRect(window, cornerRadius: 0), color: .white, in: window,
        highlightsFirst: true, at: .zero)
      harness.settle()
      #expect(harness.isAtRest)
      #expect(contains(window, harness.frame))
      harness.press(.enter)
      #expect(harness.actions == [.chosen("theme")])
    }
  }

  @Test func `moves to its new position immediately when the window is resized`() {
    var harness = ControlHarness<ActionPanel>(panel: ActionItem.samples)
    let window = Rect(x: 0, y: 0, width: 500, height: 440)
    let button = RoundedRect(Rect(x: 320, y: 176, width: 172, height: 88), cornerRadius: 12)
    harness.control.place(in: window, around: button, at: harness.now)
    #expect(harness.control.nextChange(after: harness.now) == nil)
    #expect(contains(window.inset(by: 8), harness.frame))
    #expect(contains(harness.frame, button.rect))
    harness.press(.escape)
    harness.settle()
    #expect(harness.frame == button.rect)
  }

  private func window(_ generator: inout SeededGenerator) -> Rect {
    Rect(
      x: 0, y: 0, width: Double(Int.random(in: 480...1600, using: &generator)),
      height: Double(Int.random(in: 420...1200, using: &generator)))
  }

  /// Returns a random rectangle in the window or up to 30 pixels outside of it.
  private func source(in window: Rect, _ generator: inout SeededGenerator) -> Rect {
    let size = Size(
      width: .random(in: 40...300, using: &generator),
      height: .random(in: 40...120, using: &generator))
    return Rect(
      x: .random(in: -30...window.width - size.width + 30, using: &generator),
      y: .random(in: -30...window.height - size.height + 30, using: &generator),
      width: size.width, height: size.height)
  }

  private func opened(
    _ arrangement: ActionPanel.Arrangement, from source: Rect, in window: Rect,
    _ generator: inout SeededGenerator
  ) -> ActionPanel {
    let count = Int.random(in: 1...8, using: &generator)
    let scale = [1.0, 1.25, 2.0].randomElement(using: &generator) ?? 1.0
    var panel = ActionPanel(
      Array(ActionItem.samples.shuffled(using: &generator).prefix(count)),
      arrangement: arrangement, in: Environment(text: FixedTextMetrics(), scale: scale))
    panel.open(
      from: RoundedRect(source, cornerRadius: 12), color: .white, in: window,
      highlightsFirst: false, at: .zero)
    return panel
  }

  /// Returns whether one rectangle contains another, within half a device pixel on each side.
  private func contains(_ outer: Rect, _ inner: Rect) -> Bool {
    let slack = 0.5 + 1e-9
    return inner.minX >= outer.minX - slack && inner.maxX <= outer.maxX + slack
      && inner.minY >= outer.minY - slack && inner.maxY <= outer.maxY + slack
  }
}

extension ActionPanel {
  /// An instant at which the panel is at rest.
  fileprivate var settled: Instant { .zero + .seconds(60) }
}
