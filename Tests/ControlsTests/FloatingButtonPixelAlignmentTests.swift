import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A button on whole device pixels is sharp and looks the same at every position.
@Suite struct `Floating button at rest` {
  static let scales = [1, 1.25, 1.5, 2]

  /// Returns a random window size in whole device pixels.
  private func window(_ scale: Double, _ random: inout SeededGenerator) -> Size {
    Size(
      width: Double(Int.random(in: 120...2400, using: &random)) / scale,
      height: Double(Int.random(in: 90...1800, using: &random)) / scale)
  }

  private func randomPoint(in window: Size, _ random: inout SeededGenerator) -> Point {
    Point(
      x: .random(in: -50...window.width + 50, using: &random),
      y: .random(in: -50...window.height + 50, using: &random))
  }

  private func configuration(_ random: inout SeededGenerator) -> FloatingButton.Configuration {
    let start = UnitPoint(
      x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
    return .init(
      shape: FloatingButton.Shape.allCases.randomElement(using: &random) ?? .button,
      snap: SnapMode.allCases.filter { $0 != .original }.randomElement(using: &random),
      label: String(repeating: "m", count: .random(in: 1...12, using: &random)),
      topInset: .random(in: 0...30, using: &random),
      start: Bool.random(using: &random) ? start : nil)
  }

  /// Moves the button or changes its environment at random.
  private func disturb(
    _ button: inout ControlHarness<FloatingButton>, _ window: inout Size,
    _ random: inout SeededGenerator
  ) {
    let scale = button.control.environment.scale
    let target = randomPoint(in: window, &random)
    switch Int.random(in: 0...6, using: &random) {
    case 0: button.drop(at: target)
    case 1:
      button.beginDrag()
      button.drag(to: target, over: .milliseconds(Int.random(in: 10...200, using: &random)))
      button.release()
    case 2:
      button.control.focus(0, at: button.now)
      button.press(.character("m"))
      let keys: [Key] = [.left, .up, .right, .down, .home, .pageUp]
      for _ in 0...5 { button.press(keys.randomElement(using: &random) ?? .left) }
      button.press(Bool.random(using: &random) ? .enter : .escape)
    case 3:
      window = self.window(scale, &random)
      button.resize(to: window)
    case 4: button.control.reconfigure(configuration(&random), at: button.now)
    case 5:
      var configuration = button.control.configuration
      configuration.start = button.control.restPosition
      button = ControlHarness(button: configuration, in: window, scale: scale)
    default:
      let other = Self.scales.randomElement(using: &random) ?? 1
      button.environment.scale = other
      window = Size(width: window.width * scale / other, height: window.height * scale / other)
      button.resize(to: window)
    }
  }

  private func expectPixelAligned(_ button: ControlHarness<FloatingButton>, in window: Size) {
    let environment = button.control.environment
    let frame = button.control.frame(at: button.now)
    for edge in [frame.minX, frame.minY, frame.maxX, frame.maxY] {
      let pixels = edge * environment.scale
      #expect(isNear(pixels, pixels.rounded(), within: 1e-9), "\(frame)")
    }
    let margin = button.control.configuration.shape == .ball ? 0.0 : 8
    let inner = Rect(origin: .zero, size: window).inset(by: margin)
    if frame.width <= inner.width {
      #expect(frame.minX >= inner.minX - 1e-9 && frame.maxX <= inner.maxX + 1e-9, "\(frame)")
    }
    if frame.height + button.control.configuration.topInset + 1 <= inner.height {
      #expect(frame.minY >= inner.minY - 1e-9 && frame.maxY <= inner.maxY + 1e-9, "\(frame)")
    }
  }

  @Test(arguments: scales, seeds(25))
  func `B11 is aligned to whole device pixels after any change`(scale: Double, seed: Int) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      var window = window(scale, &random)
      var button = ControlHarness(button: configuration(&random), in: window, scale: scale)
      expectPixelAligned(button, in: window)
      for _ in 0..<6 {
        disturb(&button, &window, &random)
        button.settle()
        expectPixelAligned(button, in: window)
      }
    }
  }

  @Test(arguments: scales)
  func `B6 is 8 px from the edge to which it snaps`(scale: Double) {
    for (width, height) in [(1201.0, 803.0), (1200, 801)] {
      let window = Size(width: width / scale, height: height / scale)
      var button = ControlHarness(button: .init(snap: .corners), in: window, scale: scale)
      button.drop(at: Point(x: 0, y: 0))
      button.settle()
      #expect(isNear(button.control.frame(at: button.now).origin, Point(x: 8, y: 8)))
      button.drop(at: Point(x: window.width, y: window.height))
      button.settle()
      let frame = button.control.frame(at: button.now)
      let corner = Point(x: window.width - 8, y: window.height - 8)
      #expect(isNear(Point(x: frame.maxX, y: frame.maxY), corner))
    }
  }

  @Test func `B5 has exactly the position of the original demo in mode original`() {
    var button = ControlHarness(
      button: .init(snap: .original, label: "m"), in: Size(width: 801, height: 640), scale: 1.25)
    button.drop(at: Point(x: 300, y: 222.2))
    button.settle()
    #expect(button.center.x == 802)
    #expect(isNear(button.center.y, 222.2))
  }

  /// Ten logical pixels are 12½ device pixels here. No step is rounded.
  @Test func `moves by the exact sum of all key steps`() {
    let window = Size(width: 960, height: 640)
    var button = ControlHarness(button: .init(snap: .free), in: window, scale: 1.25)
    button.drop(at: Point(x: 480, y: 320))
    button.settle()
    let start = button.center
    button.control.focus(0, at: button.now)
    button.press(.character("m"))
    for _ in 0..<8 { button.press(.right) }
    for _ in 0..<4 { button.press(.up) }
    button.press(.enter)
    button.settle()
    #expect(isNear(button.center, start + Vector(dx: 80, dy: -40)))
  }
}
