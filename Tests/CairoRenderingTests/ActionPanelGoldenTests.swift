import Controls
import Motion
import Scene
import TestSupport
import Testing

/// One picture of each arrangement in each theme, and of the way between button and panel.
@Suite struct `A golden action panel` {
  private static let items = [
    ActionItem(id: "theme", label: "Theme", detail: "Light", icon: .theme, keepsOpen: true),
    ActionItem(id: "snap", label: "Snap", detail: "Edges", icon: .snap, keepsOpen: true),
    ActionItem(id: "shape", label: "Shape", detail: "Button", icon: .shape),
    ActionItem(id: "reduceMotion", label: "Reduce motion", detail: "Off", icon: .reduceMotion),
    ActionItem(id: "move", label: "Move", detail: "M", shortcut: "M", icon: .move),
    ActionItem(id: "moveTo", label: "Move to…", icon: .moveTo),
    ActionItem(id: "inspector", label: "Inspector", detail: "F12", icon: .inspector),
    ActionItem(id: "quit", label: "Quit", detail: "Ctrl+Q", icon: .quit),
  ]

  @Test(arguments: [1.0, 2.0], [Theme.light, .dark])
  func `shows eight tiles, one with the keyboard focus`(scale: Double, theme: Theme) throws {
    let size = Size(width: 480, height: 240)
    let name = theme == .dark ? "action-grid-dark" : "action-grid"
    try expectGolden(name, size: size, scale: scale) { list, text in
      let window = Rect(origin: .zero, size: size)
      var panel = ActionPanel(
        Self.items, arrangement: .grid,
        in: Environment(theme: theme, text: text, scale: scale))
      panel.open(
        from: RoundedRect(Rect(x: 300, y: 80, width: 172, height: 88), cornerRadius: 12),
        color: theme.colors.red, in: window, highlightsFirst: true, at: .zero)
      var harness = ControlHarness(panel)
      harness.settle()
      list.fill(.rect(window), theme.colors.window)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  @Test(arguments: [1.0, 2.0], [Theme.light, .dark])
  func `shows a menu with the pointer over a row`(scale: Double, theme: Theme) throws {
    let size = Size(width: 280, height: 240)
    let name = theme == .dark ? "action-menu-dark" : "action-menu"
    try expectGolden(name, size: size, scale: scale) { list, text in
      let window = Rect(origin: .zero, size: size)
      let items = [
        ActionItem(id: "move", label: "Move", shortcut: "M", icon: .move),
        ActionItem(id: "moveTo", label: "Move to…", icon: .moveTo),
        ActionItem(id: "theme", label: "Theme", detail: "Light", icon: .theme),
        ActionItem(id: "inspector", label: "Inspector", shortcut: "F12", icon: .inspector),
        ActionItem(id: "quit", label: "Quit", shortcut: "Ctrl+Q", icon: .quit),
      ]
      var panel = ActionPanel(
        items, arrangement: .menu,
        in: Environment(theme: theme, text: text, scale: scale))
      panel.open(
        from: RoundedRect(Rect(x: 24, y: 24, width: 0, height: 0), cornerRadius: 0),
        color: theme.colors.red, in: window, highlightsFirst: false, at: .zero)
      var harness = ControlHarness(panel)
      harness.settle()
      harness.move(to: Point(x: 60, y: 75))
      list.fill(.rect(window), theme.colors.window)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  @Test func `shows the way from the button to the panel`() throws {
    let size = Size(width: 480, height: 800)
    let name = "action-grid-way"
    try expectGolden(name, size: size, scale: 1) { list, text in
      let window = Rect(x: 0, y: 0, width: 480, height: 200)
      let items = Array(Self.items.prefix(6))
      var panel = ActionPanel(
        items, arrangement: .grid, in: Environment(text: text))
      panel.open(
        from: RoundedRect(Rect(x: 300, y: 80, width: 172, height: 88), cornerRadius: 12),
        color: Theme.light.colors.red, in: window, highlightsFirst: false, at: .zero)
      list.fill(.rect(Rect(origin: .zero, size: size)), Theme.light.colors.window)
      for (index, milliseconds) in [0, 35, 70, 120].enumerated() {
        let row = Transform(translation: Vector(dx: 0, dy: 200 * Double(index)))
        list.group(DisplayList.Group(transform: row)) { list in
          panel.draw(into: &list, at: .zero + .milliseconds(milliseconds))
        }
      }
    }
  }
}
