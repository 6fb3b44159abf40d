import CairoRendering
import Controls
import Glibc
import Motion
import Scene
import Testing
import Toolkit
import Windowing

/// The code about controls without a window.
@Suite struct `Samples about controls` {
  private let environment = Environment(text: FixedWidthText())

  @Test func `a control is a value`() {
    var control = CapsuleButton("OK", in: environment)
    control.layOut(at: .zero, width: 100, at: .zero)
    let (event, now, frame) = (InputEvent.pointerMoved(to: .zero), Instant.zero, Instant.zero)
    var list = DisplayList()

    let response = control.handle(event, at: now)  // updates the state; returns actions and effects
    control.draw(into: &list, at: frame)  // draws the control at any instant
    let next = control.nextChange(after: frame)  // `frame` during an animation, `nil` at rest

    #expect(response.actions.isEmpty && next == nil && list != DisplayList())
  }

  @Test func `a theme is a value`() {
    var theme = Theme.light
    theme.colors.green = Color(hex: 0x248A3D)
    theme.fonts.updateAll { $0.family = "Cantarell, sans-serif" }
    theme.fonts.token.size = 18
    theme.tokenField.spacing = 10
    theme.motion.control = Spring(response: 0.5, dampingFraction: 0.7)
    #expect(theme.fonts.heading.family == "Cantarell, sans-serif")
  }

  @Test func `preferences have the themes of all color schemes`() {
    var preferences = AppearancePreferences()
    preferences.themes = AppearancePreferences.Themes { $0.tokenField.spacing = 10 }
    preferences.themes.dark.colors.window = .black
    preferences.colorScheme = .dark
    #expect(preferences.theme.tokenField.spacing == 10 && preferences.theme.colors.window == .black)
  }
}

@Suite struct `Samples about pictures` {
  @Test func `a control is painted without a window`() throws {
    let path = "/tmp/tactile-sample-\(UInt64.random(in: 0 ... .max)).png"
    defer { unlink(path) }

    let renderer = try Renderer()
    var button = CapsuleButton("Save", in: Environment(text: renderer))
    button.layOut(at: .zero, width: 120, at: .zero)
    var list = DisplayList()
    list.fill(.rect(button.frame), .white)
    button.draw(into: &list, at: .zero)
    let image = ImageBuffer(size: button.frame.size, scale: 2)
    try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
    try image.writePNG(to: path)

    let copy = try ImageBuffer(contentsOfPNG: path)
    let row = (0..<copy.width).map { copy[$0, copy.height / 2] }
    #expect(copy.width == image.width && Set(row).count > 2)
  }
}

@Suite struct `A floating button without a display` {
  /// Returns a button in an area of 800 × 600 pixels.
  private func button() -> FloatingButton {
    var button = FloatingButton(.init(drag: .immediate), in: Environment(text: FixedWidthText()))
    button.place(in: Rect(x: 0, y: 0, width: 800, height: 600), at: .zero)
    return button
  }

  @Test func `is turned on by a tap`() {
    var button = button()
    let press = PointerPress(at: button.frame(at: .zero).center)
    _ = button.handle(.pointerPressed(press), at: .zero)
    let response = button.handle(.pointerReleased(press), at: .zero + .milliseconds(200))
    #expect(response.actions == [.toggled(true)])
  }

  @Test(arguments: [-2000.0, 2000.0]) func `comes to rest at the edge to which it is thrown`(
    velocity: Double
  ) throws {
    var button = button()
    let start = button.frame(at: .zero).center
    _ = button.handle(.pointerPressed(PointerPress(at: start)), at: .zero)
    var (now, position) = (Instant.zero, start)
    for _ in 0..<10 {
      now = now + .milliseconds(10)
      position.x += velocity / 100
      _ = button.handle(.pointerMoved(to: position), at: now)
    }
    _ = button.handle(.pointerReleased(PointerPress(at: position)), at: now)
    while let next = button.nextChange(after: now) { now = max(next, now + .milliseconds(16)) }
    let frame = button.frame(at: now)
    #expect(velocity < 0 ? frame.minX < 100 : frame.maxX > 700)
  }

  @Test func `looks different when it is on`() {
    var (button, off, on) = (button(), DisplayList(), DisplayList())
    button.draw(into: &off, at: .zero)
    let press = PointerPress(at: button.frame(at: .zero).center)
    _ = button.handle(.pointerPressed(press), at: .zero)
    _ = button.handle(.pointerReleased(press), at: .zero)
    button.draw(into: &on, at: .zero + .seconds(1))
    #expect(on != off)
  }
}
