import CairoRendering
import Controls
import Scene
import TestSupport
import Testing

@Suite struct `A text field's outline` {
  /// Down the middle of the field every row is the field's colour, the outline's, or bare.
  @Test(arguments: [1, 1.25, 1.5, 1.75, 2, 3], [false, true])
  func `covers no row of pixels in part`(scale: Double, isFocused: Bool) throws {
    let environment = Environment(text: FixedTextMetrics(), scale: scale)
    var harness = ControlHarness(
      TokenField([TextToken](), kind: TextTokens(), in: environment))
    harness.control.place(at: Point(x: 13, y: 17), width: 101)
    harness.control.focus(isFocused ? 0 : nil, at: harness.now)
    // Above the status line.
    let image = ImageBuffer(width: Int(130 * scale), height: Int(58 * scale), scale: scale)
    let renderer = try Renderer(fonts: .test)
    try image.withBitmap { try renderer.draw(harness.drawing(), into: $0) }
    let colors = environment.theme.colors
    let line = isFocused ? colors.accent : colors.fieldOutline
    let known: Set<UInt32> = [0, pixel(colors.field), pixel(line)]
    let seen = (0..<image.height).map { image[image.width / 2, $0] }
    #expect(Set(seen) == known)
  }

  private func pixel(_ color: Color) -> UInt32 {
    func byte(_ component: Double) -> UInt32 { UInt32((component * 255).rounded()) }
    return 0xFF00_0000 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
  }
}
