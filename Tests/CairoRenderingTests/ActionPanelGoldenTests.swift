import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Images of both arrangements in both themes, and of the transition between a button and a panel.
@Suite struct `Golden action panel` {
  private static let items = {
    var items = ActionItem.samples
    items[1].shortcut = "S"
    return items
  }()

  /// At scale 2 there are only a few tiles, to keep the images small.
  @Test(arguments: [(1.0, 8), (2, 2)], ["action-grid", "action-grid-dark"])
  func `draws tiles, one with the keyboard focus`(scale: (Double, Int), name: String) throws {
    let items = Array(Self.items.suffix(scale.1))
    let size =
      items.count == 8 ? Size(width: 452, height: 188) : Size(width: 232, height: 96)
    try draw(name, items, .grid, size, scale.0, from: Rect(x: 0, y: 0, width: 40, height: 40)) {
      $0.press(.end)
    }
  }

  @Test(arguments: [(1.0, 5), (2, 2)], ["action-menu", "action-menu-dark"])
  func `draws a menu with a hovered row`(scale: (Double, Int), name: String) throws {
    let items = Array(Self.items[1...].prefix(scale.1))
    let size =
      items.count == 5 ? Size(width: 200, height: 180) : Size(width: 200, height: 84)
    try draw(name, items, .menu, size, scale.0, from: Rect(x: 8, y: 8, width: 0, height: 0)) {
      $0.move(to: Point(x: 60, y: 60))
    }
  }

  @Test func `B10 draws the transition from the button to the panel`() throws {
    let window = Rect(x: 0, y: 0, width: 252, height: 108)
    let ball = RoundedRect(Rect(x: 188, y: 26, width: 56, height: 56), cornerRadius: 28)
    try expectGolden("action-grid-opening", size: Size(width: 252, height: 324)) { list, text in
      var panel = ActionPanel(
        Array(Self.items.prefix(2)), arrangement: .grid, in: Environment(text: text))
      panel.spring = FloatingButton.Tuning().spring
      panel.open(
        from: ball, color: Theme.light.colors.red, in: window, highlightsFirst: false, at: .zero)
      for (row, milliseconds) in [0, 35, 70].enumerated() {
        let transform = Transform(translation: Vector(dx: 0, dy: window.height * Double(row)))
        list.group(DisplayList.Group(transform: transform)) { list in
          list.fill(.rect(window), Theme.light.colors.window)
          panel.draw(into: &list, at: .zero + .milliseconds(milliseconds))
        }
      }
    }
  }

  /// Opens a panel from a rectangle, sends input to it, and compares the resulting image.
  private func draw(
    _ name: String, _ items: [ActionItem], _ arrangement: ActionPanel.Arrangement, _ size: Size,
    _ scale: Double, from source: Rect, _ act: (inout ControlHarness<ActionPanel>) -> Void
  ) throws {
    let theme = name.hasSuffix("dark") ? Theme.dark : .light
    try expectGolden(name, size: size, scale: scale) { list, text in
      let picture = Rect(origin: .zero, size: size)
      var panel = ActionPanel(
        items, arrangement: arrangement, in: Environment(theme: theme, text: text, scale: scale))
      panel.open(
        from: RoundedRect(source, cornerRadius: 0), color: theme.colors.red,
        // A slightly larger area, so that less of the image is empty.
        in: picture.inset(by: -4), highlightsFirst: false, at: .zero)
      var harness = ControlHarness(panel)
      harness.settle()
      act(&harness)
      list.fill(.rect(picture), theme.colors.window)
      harness.control.draw(into: &list, at: harness.now)
    }
  }
}
