import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Colors, sizes, icons and texts of a panel.
@Suite struct `Action panel appearance` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test(arguments: [Theme.light, .dark])
  func `W3 has a contrast of 4.5 for text and of 3 for icons and the focus ring`(theme: Theme) {
    let colors = theme.colors
    let style = Theme.light.menu
    for opacity in [0, style.highlightOpacity, style.pressedOpacity] {
      let backdrop = colors.blue.opacity(opacity).over(colors.raised)
      #expect(colors.text.contrast(with: backdrop) >= 4.5)
      #expect(colors.secondaryText.contrast(with: backdrop) >= 4.5)
      #expect(colors.blue.contrast(with: backdrop) >= 3)
    }
    let ring = colors.blue.opacity(Theme.light.focusRing.opacity).over(colors.raised)
    #expect(ring.contrast(with: colors.raised) >= 3)
  }

  @Test func `is lighter than cards and fields and has an outline in the dark theme`() {
    let colors = Theme.dark.colors
    let outline = colors.raisedOutline.over(colors.raised)
    for below in [colors.window, colors.card, colors.field] {
      #expect(colors.raised.contrast(with: .black) > below.contrast(with: .black) + 0.05)
      #expect(outline.contrast(with: below) >= 1.5)
    }
    let light = Theme.light.colors
    #expect(light.raised == light.card, "its shadow separates it from the card")
  }

  @Test func `B10 has tiles of at least 44 pixels and rows of at least 32 pixels`() throws {
    for (arrangement, minimum) in [(ActionPanel.Arrangement.grid, 44.0), (.menu, 32)] {
      let harness = Harness(panel: [ActionItem(id: "a", label: "A")], arrangement)
      let frame = try #require(harness.control.frame(of: "a"))
      #expect(frame.width >= minimum && frame.height >= minimum)
      #expect(harness.control.frame(of: "b") == nil)
    }
  }

  @Test func `elides long text without overlapping its neighbor`() throws {
    let label = "A label that is far too long for any tile of any panel"
    var harness = Harness(panel: [
      ActionItem(id: "a", label: label, detail: label), ActionItem(id: "b", label: "B"),
    ])
    for text in harness.drawing().texts.prefix(2) {
      let ends = text.split(separator: "…")
      #expect(ends.count == 2 && text.count > 8)
      #expect(label.hasPrefix(ends[0]) && label.hasSuffix(ends[1]))
    }
    let items = [ActionItem(id: "a", label: label, detail: label, shortcut: "Ctrl+Q")]
    harness = Harness(panel: items, .menu, isOpen: false)
    harness.control.open(
      from: RoundedRect(Rect.zero, cornerRadius: 0), color: .white,
      in: Rect(x: 0, y: 0, width: 300, height: 300), highlightsFirst: false, at: .zero)
    harness.settle()
    let row = try #require(harness.control.frame(of: "a"))
    let width = harness.drawing().elements.reduce(0.0) { width, element in
      guard case .text(let text) = element else { return width }
      return width + text.ink.width
    }
    #expect(width <= row.width)
    #expect(harness.drawing().texts.contains("Ctrl+Q"), "the shortcut is not elided first")
  }

  @Test(arguments: [1, 1.25, 1.5, 2, 3.0])
  func `aligns text, tiles and outline to whole device pixels`(scale: Double) throws {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var panel = ActionPanel(
        ActionItem.samples, arrangement: arrangement,
        in: Environment(text: FixedTextMetrics(), scale: scale))
      panel.open(
        from: RoundedRect(Rect(x: 333.3, y: 77.7, width: 0, height: 0), cornerRadius: 0),
        color: .white, in: Harness.window, highlightsFirst: true, at: .zero)
      var harness = Harness(panel)
      harness.settle()
      var points = [harness.frame.origin, Point(x: harness.frame.maxX, y: harness.frame.maxY)]
      let origin = harness.frame.origin - Point.zero
      for case .text(let text) in harness.drawing().elements {
        points.append(text.origin + origin)
      }
      for item in ActionItem.samples {
        points.append(try #require(panel.frame(of: item.id)).origin)
      }
      for point in points {
        #expect(isNear((point.x * scale).rounded(), point.x * scale, within: 1e-6))
        #expect(isNear((point.y * scale).rounded(), point.y * scale, within: 1e-6))
      }
    }
  }
}
