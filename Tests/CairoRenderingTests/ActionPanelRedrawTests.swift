import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Partial redraws of a panel that opens, closes and reverses.
@Suite struct `Action panel partial redraw` {
  private let area = Rect(x: 0, y: 0, width: 420, height: 340)

  @Test(arguments: seeds(12))
  func `equals a full redraw`(seed: Int) throws {
    let scale = [1, 1.25, 2][seed % 3]
    var frames = try RedrawComparison(size: area.size, scale: scale)
    let items = ActionIcon.allCases.map {
      ActionItem(
        id: "\($0)", label: "\($0)", detail: "detail", shortcut: "F1", icon: $0,
        keepsOpen: seed.isMultiple(of: 2))
    }
    let panel = ActionPanel(
      Array(items.suffix(4 + seed % 3)), arrangement: seed % 4 < 2 ? .grid : .menu,
      in: Environment(theme: seed < 6 ? .light : .dark, text: frames.text, scale: scale))
    var harness = ControlHarness(panel)
    var driver = RandomInputDriver(seed: seed, in: area)
    var closed = 0
    for _ in 0..<60 {
      if !harness.control.isOpen { open(&harness, seed: seed) }
      driver.act(on: &harness)
      try frames.expectSame(drawing(of: harness), secrets: EmptySecretTextSource())
      closed = harness.actions.count { $0 == .closed }
    }
    #expect(frames.partialFrames > 2 && closed > 2)
  }

  private func open(_ harness: inout ControlHarness<ActionPanel>, seed: Int) {
    harness.send(.windowFocusChanged(isFocused: true))
    let side = harness.control.arrangement == .grid ? 90.0 : 0
    harness.control.open(
      from: RoundedRect(Rect(x: 300.5, y: 120.25, width: side, height: side), cornerRadius: 20),
      color: Theme.light.colors.green, in: area, highlightsFirst: seed.isMultiple(of: 5),
      at: harness.now)
  }

  /// Returns the panel over a window with some content.
  private func drawing(of harness: ControlHarness<ActionPanel>) -> DisplayList {
    var list = DisplayList()
    list.fill(.rect(area), Theme.light.colors.window)
    list.fill(.rect(Rect(x: 50, y: 60, width: 200, height: 33.3)), Theme.light.colors.blue)
    harness.control.draw(into: &list, at: harness.now)
    return list
  }
}
