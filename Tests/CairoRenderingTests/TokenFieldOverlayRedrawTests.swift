import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Partial redraws of a token field with its overlay.
@Suite struct `Token field overlay partial redraw` {
  private let area = Rect(x: 0, y: 0, width: 420, height: 320)

  @Test(arguments: 0..<8)
  func `equals a full redraw`(seed: Int) throws {
    let scale = [1, 1.25, 2][seed % 3]
    var frames = try RedrawComparison(size: area.size, scale: scale)
    var field = TokenField(
      (0..<3).map { TextToken(id: $0, text: "token \($0)") },
      adapter: TextTokenAdapter { text, _ in "Not \(text)" },
      in: Environment(theme: seed < 4 ? .light : .dark, text: frames.text, scale: scale))
    field.layOut(at: Point(x: 10.5, y: 20.25), width: 260, at: .zero)
    field.setOverlayBounds(area, at: .zero)
    field.completionSource = CompletionIndex((0..<20).map { "a Zé 9 ! \($0)" })
    field.focus(0, at: .zero)
    var harness = ControlHarness(field)
    var driver = RandomInputDriver(seed: seed, in: area)
    var (isListed, isInMenu) = (0, 0)
    for step in 0..<60 {
      open(&harness, step)
      driver.act(on: &harness)
      isListed += harness.control.completions.isEmpty ? 0 : 1
      isInMenu += harness.control.isModal ? 1 : 0
      try frames.expectSame(drawing(of: harness), secrets: EmptySecretTextSource())
    }
    #expect(frames.partialFrames > 2 && isListed > 0 && isInMenu > 0)
  }

  private func open(_ harness: inout ControlHarness<TokenField<TextTokenAdapter>>, _ step: Int) {
    guard step.isMultiple(of: 5), !harness.control.isModal else { return }
    harness.send(.windowFocusChanged(isFocused: true))
    harness.press(.end, .control)
    if step.isMultiple(of: 2) { harness.type("a") } else { harness.press(.menu) }
    harness.press(.down)
  }

  private func drawing(of harness: ControlHarness<TokenField<TextTokenAdapter>>) -> DisplayList {
    var list = DisplayList()
    list.fill(.rect(area), harness.control.environment.theme.colors.window)
    harness.control.draw(into: &list, at: harness.now)
    harness.control.drawOverlay(into: &list, at: harness.now)
    return list
  }
}
