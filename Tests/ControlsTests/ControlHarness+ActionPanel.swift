import Controls
import Motion
import Scene
import TestSupport

extension ActionItem {
  /// What the window's panel offers.
  static let samples = [
    ActionItem(id: "theme", label: "Theme", detail: "Light", icon: .theme, keepsOpen: true),
    ActionItem(id: "snap", label: "Snap", detail: "Edges", icon: .snap, keepsOpen: true),
    ActionItem(id: "shape", label: "Shape", detail: "Button", icon: .shape),
    ActionItem(
      id: "reduceMotion", label: "Reduce motion", detail: "Off", icon: .reduceMotion,
      keepsOpen: true),
    ActionItem(id: "move", label: "Move", shortcut: "M", icon: .move),
    ActionItem(id: "moveTo", label: "Move to…", icon: .moveTo),
    ActionItem(id: "inspector", label: "Inspector", shortcut: "F12", icon: .inspector),
    ActionItem(id: "quit", label: "Quit", shortcut: "Ctrl+Q", icon: .quit),
  ]
}
