import CairoRendering
import Controls
import Scene
import TestSupport
import Testing

@Suite struct `Text field outline` {
  /// In the middle column, every row has the color of the field or of the outline, or is empty.
  @Test(arguments: [1, 1.25, 1.5, 1.75, 2, 3], [false, true])
  func `covers each row of pixels completely or not at all`(scale: Double, isFocused: Bool) throws {
    let environment = Environment(text: FixedTextMetrics(), scale: scale)
    var harness = ControlHarness(
      TokenField([TextToken](), adapter: TextTokenAdapter(), in: environment))
    harness.control.layOut(at: Point(x: 13, y: 17), width: 101, at: harness.now)
    harness.control.focus(isFocused ? 0 : nil, at: harness.now)
    // Above the status line.
    let image = ImageBuffer(width: Int(130 * scale), height: Int(58 * scale), scale: scale)
    let renderer = try Renderer(fonts: .test)
    try image.withBitmap { try renderer.draw(harness.drawing(), into: $0) }
    let colors = environment.theme.colors
    let line = isFocused ? colors.accent : colors.fieldOutline
    let allowed: Set<UInt32> = [0, pixel(colors.field), pixel(line)]
    let found = (0..<image.height).map { image[image.width / 2, $0] }
    #expect(Set(found) == allowed)
  }

  private func pixel(_ color: Color) -> UInt32 {
    func byte(_ component: Double) -> UInt32 { UInt32((component * 255).rounded()) }
    return 0xFF00_0000 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
  }
}
