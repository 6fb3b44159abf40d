import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@testable import Inspector

/// Partial redraws of each control during random input.
@Suite struct `Control partial redraw` {
  private static let area = Rect(x: 0, y: 0, width: 420, height: 440)

  @Test(arguments: seeds(12))
  func `equals a full redraw of the floating button`(seed: Int) throws {
    let shape = seed.isMultiple(of: 2) ? FloatingButton.Shape.button : .ball
    _ = try play(seed: seed) { environment in
      var button = FloatingButton(
        FloatingButton.Configuration(shape: shape, drag: .immediate, dims: true), in: environment)
      button.place(in: Self.area, at: .zero)
      return button
    }
  }

  @Test(arguments: seeds(12))
  func `equals a full redraw of the token field`(seed: Int) throws {
    let tokens = (0..<9).map { TextToken(id: $0, text: "token \($0)") }
    _ = try play(seed: seed) { environment in
      var field = TokenField(tokens, adapter: TextTokenAdapter(), in: environment)
      field.layOut(at: Point(x: 10.5, y: 20.25), width: 260, at: .zero)
      field.focus(0, at: .zero)
      return field
    }
  }

  @Test(arguments: 0..<8)
  func `equals a full redraw of the token field with its overlay`(seed: Int) throws {
    var (isListed, isInMenu) = (false, false)
    _ = try play(seed: seed) { environment in
      var field = TokenField(
        (0..<3).map { TextToken(id: $0, text: "token \($0)") },
        adapter: TextTokenAdapter { text, _ in "Not \(text)" }, in: environment)
      field.layOut(at: Point(x: 10.5, y: 20.25), width: 260, at: .zero)
      field.setOverlayBounds(Self.area, at: .zero)
      field.completionSource = CompletionIndex((0..<20).map { "a Zé 9 ! \($0)" })
      field.focus(0, at: .zero)
      return field
    } before: { harness, step in
      isListed = isListed || !harness.control.completions.isEmpty
      isInMenu = isInMenu || harness.control.isModal
      guard step.isMultiple(of: 5), !harness.control.isModal else { return }
      harness.send(.windowFocusChanged(isFocused: true))
      harness.press(.end, .control)
      if step.isMultiple(of: 2) { harness.type("a") } else { harness.press(.menu) }
      harness.press(.down)
    }
    #expect(isListed && isInMenu)
  }

  @Test(arguments: seeds(12))
  func `equals a full redraw of a panel that opens, closes and reverses`(seed: Int) throws {
    let items = ActionIcon.allCases.map {
      ActionItem(
        id: "\($0)", label: "\($0)", detail: "detail", shortcut: "F1", icon: $0,
        keepsOpen: seed.isMultiple(of: 2))
    }
    let actions = try play(seed: seed) { environment in
      ActionPanel(
        Array(items.suffix(4 + seed % 3)), arrangement: seed % 4 < 2 ? .grid : .menu, in: environment)
    } before: { harness, _ in
      guard !harness.control.isOpen else { return }
      harness.send(.windowFocusChanged(isFocused: true))
      let side = harness.control.arrangement == .grid ? 90.0 : 0
      harness.control.open(
        from: RoundedRect(Rect(x: 300.5, y: 120.25, width: side, height: side), cornerRadius: 20),
        color: Theme.light.colors.green, in: Self.area, highlightsFirst: seed.isMultiple(of: 5),
        at: harness.now)
    }
    #expect(actions.count { $0 == .closed } > 2)
  }

  @Test(arguments: seeds(12))
  func `equals a full redraw of the inspector`(seed: Int) throws {
    _ = try play(in: Rect(x: 0, y: 0, width: 330, height: 580), seed: seed) { environment in
      var inspector = TuningInspector(in: environment)
      inspector.layOut(at: Point(x: 20.5, y: 20.25), width: 290, at: .zero)
      return inspector
    } before: { harness, step in
      if step.isMultiple(of: 5) { harness.control.focus((seed + step) % 11, at: harness.now) }
    }
  }

  @Test(arguments: seeds(12))
  func `equals a full redraw of the password form`(seed: Int) throws {
    let scale = scale(of: seed)
    var frames = try RedrawComparison(size: Self.area.size, scale: scale)
    var form = PasswordForm(in: Environment(text: frames.text, scale: scale))
    form.layOut(at: Point(x: 10, y: 10), width: 380, at: .zero)
    form.focus(seed % 2 * 2, at: .zero)
    var harness = ControlHarness(form)
    var driver = RandomInputDriver(seed: seed, in: Self.area)
    for _ in 0..<60 {
      driver.act(on: &harness)
      try frames.expectSame(harness.drawing(), secrets: harness.control)
    }
    #expect(frames.partialFrames > 2)
  }

  private func scale(of seed: Int) -> Double { [1, 1.25, 2][seed % 3] }

  /// Draws a control with its overlay over a window with some content.
  ///
  /// - Parameter prepare: Changes the control before each random input.
  /// - Returns: The actions of the control.
  private func play<Subject: Control & ~Copyable>(
    in area: Rect = Self.area, seed: Int, _ make: (Environment) -> Subject,
    before prepare: (inout ControlHarness<Subject>, Int) -> Void = { _, _ in }
  ) throws -> [Subject.Action] {
    let scale = scale(of: seed)
    var frames = try RedrawComparison(size: area.size, scale: scale)
    let theme = seed < 6 ? Theme.light : .dark
    var harness = ControlHarness(make(Environment(theme: theme, text: frames.text, scale: scale)))
    var driver = RandomInputDriver(seed: seed, in: area)
    for step in 0..<60 {
      prepare(&harness, step)
      driver.act(on: &harness)
      var list = DisplayList()
      list.fill(.rect(area), theme.colors.window)
      list.fill(.rect(Rect(x: 50, y: 60, width: 200, height: 33.3)), theme.colors.blue)
      harness.control.draw(into: &list, at: harness.now)
      harness.control.drawOverlay(into: &list, at: harness.now)
      try frames.expectSame(list, secrets: EmptySecretTextSource())
    }
    #expect(frames.partialFrames > 2)
    return harness.actions
  }
}
