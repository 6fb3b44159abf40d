package import Controls
import Motion
package import Scene
import TestSupport

extension ActionItem {
  /// Eight items, as in the window of the program.
  package static let samples = [
    ActionItem(id: "theme", label: "Theme", detail: "Light", icon: .theme, keepsOpen: true),
    ActionItem(id: "snap", label: "Snap", detail: "Edges", icon: .snap, keepsOpen: true),
    ActionItem(id: "shape", label: "Shape", detail: "Button", icon: .shape),
    ActionItem(id: "reduceMotion", label: "Reduce motion", detail: "Off", icon: .reduceMotion),
    ActionItem(id: "move", label: "Move", shortcut: "M", icon: .move),
    ActionItem(id: "moveTo", label: "Move to…", icon: .moveTo),
    ActionItem(id: "inspector", label: "Inspector", shortcut: "F12", icon: .inspector),
    ActionItem(id: "quit", label: "Quit", shortcut: "Ctrl+Q", icon: .quit),
  ]
}

/// A panel in a window of 960 × 640, opened from a button at the trailing edge, or as a menu from
/// a point near the center.
extension ControlHarness where Subject == ActionPanel {
  package static var window: Rect { Rect(x: 0, y: 0, width: 960, height: 640) }
  package static var button: RoundedRect {
    RoundedRect(Rect(x: 780, y: 276, width: 172, height: 88), cornerRadius: 12)
  }
  package static var point: RoundedRect {
    RoundedRect(Rect(x: 400, y: 300, width: 0, height: 0), cornerRadius: 0)
  }

  /// - Parameter isOpen: Whether the panel is open and at rest.
  package init(
    panel items: [ActionItem], _ arrangement: ActionPanel.Arrangement = .grid,
    isOpen: Bool = true, highlightsFirst: Bool = false, reducesMotion: Bool = false
  ) {
    let environment = Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)
    self.init(ActionPanel(items, arrangement: arrangement, in: environment))
    if arrangement == .grid { control.spring = FloatingButton.Tuning().spring }
    guard isOpen else { return }
    open(highlightsFirst: highlightsFirst)
    advance(by: .seconds(1))
  }

  /// Opens the panel from `source`.
  package mutating func open(highlightsFirst: Bool = false) {
    control.open(
      from: source, color: Theme.light.colors.red, in: Self.window,
      highlightsFirst: highlightsFirst, at: now)
  }

  package var source: RoundedRect { control.arrangement == .grid ? Self.button : Self.point }

  /// Returns the center of an item at rest.
  package func center(of id: ActionItem.ID) -> Point { control.frame(of: id)?.center ?? .zero }

  package var frame: Rect { control.outline(at: now).rect }

  package var isAtRest: Bool { control.nextChange(after: now) == nil }

  /// A point in the window outside the panel.
  package var outside: Point { Point(x: 40, y: 600) }
}
