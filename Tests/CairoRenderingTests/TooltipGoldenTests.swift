import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Images of a tooltip in both themes, below and above its target.
@Suite struct `Golden tooltip` {
  @Test(arguments: [("tooltip", 1.0), ("tooltip", 2), ("tooltip-dark", 1)])
  func `draws the full text of a token`(name: String, scale: Double) throws {
    let theme = name.hasSuffix("dark") ? Theme.dark : .light
    let target = Rect(x: 60, y: 8, width: 120, height: 24)
    try draw(
      name, scale, theme, "no@domain\u{202E} is no address", target, Size(width: 280, height: 80))
  }

  @Test func `wraps long text, and is above its target when there is no space below`() throws {
    let target = Rect(x: 40, y: 68, width: 120, height: 24)
    try draw(
      "tooltip-above", 1, .light, "mail@objc.io is in the field twice", target,
      Size(width: 200, height: 100))
  }

  private func draw(
    _ name: String, _ scale: Double, _ theme: Theme, _ text: String, _ target: Rect, _ size: Size
  ) throws {
    try expectGolden(name, size: size, scale: scale) { list, measuring in
      var tooltip = Tooltip(in: Environment(theme: theme, text: measuring, scale: scale))
      tooltip.bounds = Rect(origin: .zero, size: size)
      tooltip.hover(text, target: target, at: .zero) { text }
      let now = Instant.zero + .seconds(1)
      tooltip.advance(to: now)
      list.fill(.rect(tooltip.bounds), theme.colors.window)
      list.fill(.roundedRect(RoundedRect(target, cornerRadius: 4)), theme.colors.selection)
      tooltip.draw(into: &list, at: now)
    }
  }
}
