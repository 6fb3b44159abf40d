import CairoRendering
import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

/// A small image of each control, so that changes of its appearance are noticed.
@Suite struct `Golden controls` {
  @Test(arguments: [1.0, 2.0])
  func `draw the button in both states`(scale: Double) throws {
    let size = Size(width: 220, height: 130)
    for isOn in [false, true] {
      let name = isOn ? "button-on" : "button-off"
      try expectGolden(name, size: size, scale: scale) { list, text in
        var button = FloatingButton(in: environment(text, scale))
        let window = Rect(origin: .zero, size: size)
        button.place(in: window, at: .zero)
        var harness = ControlHarness(button)
        if isOn { harness.click(window.center + Vector(dx: 8, dy: 0)) }
        list.fill(.rect(window), Theme.light.colors.window)
        harness.control.draw(into: &list, at: harness.now)
      }
    }
  }

  @Test func `draw the dimmed ball`() throws {
    let size = Size(width: 120, height: 124)
    try expectGolden("ball-dimmed", size: size) { list, text in
      var ball = FloatingButton(
        FloatingButton.Configuration(shape: .ball), in: environment(text, 1, .dark))
      let window = Rect(origin: .zero, size: size)
      ball.place(in: window, at: .zero)
      var harness = ControlHarness(ball)
      harness.settle()
      list.fill(.rect(window), Theme.dark.colors.window)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  @Test(arguments: ["token-field", "token-field-dark"])
  func `draw the token field with two selected tokens`(name: String) throws {
    let size = Size(width: 260, height: 152)
    let theme = name.hasSuffix("dark") ? Theme.dark : .light
    try expectGolden(name, size: size) { list, text in
      let tokens = ["mail@objc.io", "mail@apple.com", "test@test.example"].enumerated()
        .map { TextToken(id: $0.offset, text: $0.element) }
      var field = TokenField(
        tokens, adapter: TextTokenAdapter(), in: environment(text, 1, theme))
      field.layOut(at: Point(x: 8, y: 8), width: 244, at: .zero)
      field.focus(0, at: .zero)
      var harness = ControlHarness(field)
      harness.press(.right, .shift)
      harness.press(.right, .shift)
      list.fill(.rect(Rect(origin: .zero, size: size)), theme.colors.card)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  @Test func `draw the token field with an invalid token, a long token and preedit text`()
    throws
  {
    let size = Size(width: 260, height: 140)
    try expectGolden("token-field-text", size: size) { list, text in
      var field = TokenField(
        ["mail@objc.io", "no address", "a.long.name.for.one.line@department.example.org"],
        validation: EmailAddress.problem, in: environment(text, 1))
      field.layOut(at: Point(x: 8, y: 8), width: 244, at: .zero)
      field.focus(0, at: .zero)
      var harness = ControlHarness(field)
      harness.press(.right)
      harness.press(.right)
      harness.type("grace")
      harness.send(.preeditChanged(Preedit([.init("ho", .highlighted), .init("pper")], caret: 2)))
      harness.settle()
      list.fill(.rect(Rect(origin: .zero, size: size)), Theme.light.colors.card)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  @Test func `draw a masked and a revealed password field with its requirements`() throws {
    let size = Size(width: 260, height: 170)
    for isRevealed in [false, true] {
      let renderer = try Renderer(fonts: .test)
      var form = PasswordForm(in: environment(renderer, 1))
      form.layOut(at: Point(x: 8, y: -66), width: 244, at: .zero)
      form.focus(PasswordForm.FocusStop.password.rawValue, at: .zero)
      var harness = ControlHarness(form)
      harness.type("Passw0rd")
      harness.advance(by: .seconds(12))
      harness.control.focus(PasswordForm.FocusStop.passwordReveal.rawValue, at: harness.now)
      if isRevealed { harness.press(.space) }
      let image = ImageBuffer(size: size)
      var list = DisplayList()
      list.fill(.rect(Rect(origin: .zero, size: size)), Theme.light.colors.card)
      harness.control.draw(into: &list, at: harness.now)
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(
          list, damage: [bitmap.bounds], into: bitmap, secrets: harness.control)
      }
      try expectGolden(isRevealed ? "password-revealed" : "password-masked", image)
    }
  }

  @Test(
    arguments: ["keyboard-line", "keyboard-line-dark", "keyboard-grab", "keyboard-grab-dark"],
    [1.0, 2.0])
  func `draw the keyboard status of a password field`(name: String, scale: Double) throws {
    let size = Size(width: 416, height: 66)
    let theme = name.hasSuffix("dark") ? Theme.dark : .light
    try expectGolden(name, size: size, scale: scale) { list, text in
      var field = PasswordField(
        "Enter password", in: environment(text, scale, theme))
      field.layOut(at: Point(x: 8, y: 8), width: 400, at: .zero)
      field.focus(0, at: .zero)
      var harness = ControlHarness(field)
      harness.type("secret")
      harness.send(.keyboardChanged(Self.keyboards[name] ?? KeyboardStatus()))
      harness.advance(by: .seconds(12))
      list.fill(.rect(Rect(origin: .zero, size: size)), theme.colors.card)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  private static let keyboards = [
    "keyboard-line": warned, "keyboard-line-dark": warned,
    "keyboard-grab": KeyboardStatus(layout: "Russian", hasSeveralLayouts: true, grab: .grabbed),
    "keyboard-grab-dark": KeyboardStatus(grab: .failed),
  ]
  private static let warned = KeyboardStatus(
    isCapsLockOn: true, layout: "English (US)", hasSeveralLayouts: true)

  @Test(arguments: [Theme.light, .dark])
  func `draw the advice and the strength of a password`(
    theme: Theme
  ) throws {
    let size = Size(width: 232, height: 84)
    let renderer = try Renderer(fonts: .test)
    var form = PasswordForm(in: environment(renderer, 1, theme))
    form.layOut(at: Point(x: -180, y: -137), width: 400, at: .zero)
    form.focus(PasswordForm.FocusStop.password.rawValue, at: .zero)
    var harness = ControlHarness(form)
    harness.type("sunshine")
    harness.control.setStrength(
      .success(PasswordStrength(bits: 22, advice: .commonWords, isPartial: false)),
      ofGeneration: harness.control.strengthInput().generation, at: harness.now)
    harness.advance(by: .seconds(12))
    harness.control.focus(PasswordForm.FocusStop.submit.rawValue, at: harness.now)
    let image = ImageBuffer(size: size)
    var list = DisplayList()
    list.fill(.rect(Rect(origin: .zero, size: size)), theme.colors.card)
    harness.control.draw(into: &list, at: harness.now + .seconds(1))
    try image.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, damage: [bitmap.bounds], into: bitmap, secrets: harness.control)
    }
    try expectGolden(theme == .light ? "password-strength" : "password-strength-dark", image)
  }

  @Test(arguments: [
    (1.0, Theme.light, "password-generator"), (2, .dark, "password-generator-dark"),
  ])
  func `draw the password generator with the focus`(
    scale: Double, theme: Theme, name: String
  ) throws {
    let size = Size(width: 252, height: 38)
    try expectGolden(name, size: size, scale: scale) { list, text in
      var form = PasswordForm(in: environment(text, scale, theme))
      form.layOut(at: Point(x: 8, y: 0), width: 400, at: .zero)
      form.layOut(at: Point(x: 8, y: size.height - 8 - form.frame.height), width: 400, at: .zero)
      form.focus(PasswordForm.FocusStop.generator.rawValue, at: .zero)
      var harness = ControlHarness(form)
      harness.press(.right)
      harness.settle()
      list.fill(.rect(Rect(origin: .zero, size: size)), theme.colors.card)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  private func environment(
    _ text: any TextMeasuring, _ scale: Double, _ theme: Theme = .light
  ) -> Environment {
    Environment(theme: theme, text: text, scale: scale)
  }
}
