import Controls
import Motion
import Scene
import TestSupport
import Testing

/// What a panel looks like.
@Suite struct `An action panel's look` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test(arguments: [Theme.light, .dark])
  func `W3 keeps a contrast of 4.5 for text and of 3 for icons and the ring`(theme: Theme) {
    let colors = theme.colors
    typealias Look = Theme.ActionPanel
    for opacity in [0, Look.highlightOpacity, Look.pressedOpacity] {
      let backdrop = colors.blue.opacity(opacity).over(colors.raised)
      #expect(colors.text.contrast(with: backdrop) >= 4.5)
      #expect(colors.secondaryText.contrast(with: backdrop) >= 4.5)
      #expect(colors.blue.contrast(with: backdrop) >= 3)
    }
    let ring = colors.blue.opacity(Theme.FocusRing.opacity).over(colors.raised)
    #expect(ring.contrast(with: colors.raised) >= 3)
  }

  @Test func `the dark theme raises it by light, above cards and fields, and by an outline`() {
    let colors = Theme.dark.colors
    let outline = colors.raisedOutline.over(colors.raised)
    for below in [colors.window, colors.card, colors.field] {
      #expect(colors.raised.contrast(with: .black) > below.contrast(with: .black) + 0.05)
      #expect(outline.contrast(with: below) >= 1.5)
    }
    let light = Theme.light.colors
    #expect(light.raised == light.card, "where its shadow sets it off")
  }

  @Test func `B10 tiles are 44 pixels and rows 32 at least`() throws {
    for (arrangement, least) in [(ActionPanel.Arrangement.grid, 44.0), (.menu, 32)] {
      let harness = Harness(panel: [ActionItem(id: "a", label: "A")], arrangement)
      let frame = try #require(harness.control.frame(of: "a"))
      #expect(frame.width >= least && frame.height >= least)
      #expect(harness.control.frame(of: "b") == nil)
    }
  }

  @Test func `a grid shows label and detail, a menu the shortcut too`() {
    let items = [
      ActionItem(id: "a", label: "Theme", detail: "Light", shortcut: "T", icon: .theme),
      ActionItem(id: "b", label: "Quit"),
    ]
    #expect(Harness(panel: items).drawing().texts == ["Theme", "Light", "Quit"])
    #expect(Harness(panel: items, .menu).drawing().texts == ["T", "Theme", "Light", "Quit"])
  }

  @Test(arguments: ActionIcon.allCases)
  func `every icon is inside its box of 24 and uses most of it`(icon: ActionIcon) throws {
    let items = [
      ActionItem(id: "a", label: "A", icon: icon), ActionItem(id: "b", label: "B"),
    ]
    let harness = Harness(panel: items)
    let tile = try #require(harness.control.frame(of: "a"))
    let origin = harness.frame.origin
    let box = Rect(
      x: tile.midX - 12 - origin.x, y: tile.minY + Theme.ActionGrid.tilePadding - origin.y,
      width: 24, height: 24)
    var ink = Rect.zero
    for case .shape(.path(let path), let paint, _) in harness.drawing().elements {
      var reach = 0.0
      if case .stroke(let width) = paint { reach = width / 2 }
      ink = ink.union(path.bounds.inset(by: -reach))
    }
    #expect(box.intersection(ink) == ink)
    #expect(ink.width >= 16 && ink.height >= 12)
    #expect(isNear(ink.midX, box.midX, within: 1.5) && isNear(ink.midY, box.midY, within: 1.5))
  }

  @Test func `text that is too long is cut, in the middle of no neighbour`() throws {
    let label = "A label that is far too long for any tile of any panel"
    var harness = Harness(panel: [
      ActionItem(id: "a", label: label, detail: label), ActionItem(id: "b", label: "B"),
    ])
    for text in harness.drawing().texts.prefix(2) {
      #expect(text.hasSuffix("…") && label.hasPrefix(text.dropLast()) && text.count > 8)
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
    #expect(harness.drawing().texts.contains("Ctrl+Q"), "the shortcut is never cut first")
  }

  @Test(arguments: [1, 1.25, 1.5, 2, 3.0])
  func `text, tiles and outline are on whole device pixels`(scale: Double) throws {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var panel = ActionPanel(
        ActionItem.samples, arrangement: arrangement,
        in: Environment(text: FixedTextMetrics(), scale: scale))
      panel.open(
        from: RoundedRect(Rect(x: 333.3, y: 77.7, width: 0, height: 0), cornerRadius: 0),
        color: .white, in: Harness.window, highlightsFirst: true, at: .zero)
      var harness = Harness(panel)
      harness.settle()
      var places = [harness.frame.origin, Point(x: harness.frame.maxX, y: harness.frame.maxY)]
      let origin = harness.frame.origin - Point.zero
      for case .text(let text) in harness.drawing().elements {
        places.append(text.origin + origin)
      }
      for item in ActionItem.samples {
        places.append(try #require(panel.frame(of: item.id)).origin)
      }
      for place in places {
        #expect(isNear((place.x * scale).rounded(), place.x * scale, within: 1e-6))
        #expect(isNear((place.y * scale).rounded(), place.y * scale, within: 1e-6))
      }
    }
  }

  @Test func `another theme is seen at once`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.control.environment.theme = .dark
    let colors = Theme.dark.colors
    #expect(harness.drawing().shapeColors.first == colors.raised)
    #expect(!harness.drawing().shapeColors.contains(Theme.light.colors.blue))
  }
}
