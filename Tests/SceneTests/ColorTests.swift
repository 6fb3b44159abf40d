import Scene
import Testing

@Suite struct `Color value` {
  @Test func `is created from hexadecimal digits`() {
    let red = Color(hex: 0xFF3B30)
    #expect(red == Color(red: 1, green: 59.0 / 255, blue: 48.0 / 255))
    #expect(red.opacity(0.5).alpha == 0.5)
  }

  /// The ratios follow the [definition](https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), computed
  /// with a floating-point power function.
  @Test(arguments: [
    (0xFFFFFF, 0x000000, 21.0), (0xFF3B30, 0xFFFFFF, 3.55), (0x34C759, 0x000000, 9.46),
    (0x007AFF, 0xFFFFFF, 4.02), (0x777777, 0xFFFFFF, 4.48), (0x808080, 0x808080, 1.0),
  ])
  func `has the contrast ratio that WCAG defines`(a: UInt32, b: UInt32, ratio: Double) {
    let contrast = Color(hex: a).contrast(with: Color(hex: b))
    #expect(abs(contrast - ratio) < 0.005)
    #expect(contrast == Color(hex: b).contrast(with: Color(hex: a)))
  }

  @Test(arguments: 0...255) func `increases in luminance with every component`(component: UInt32) {
    guard component > 0 else { return }
    for shift: UInt32 in [0, 8, 16] {
      let (darker, lighter) = (
        Color(hex: (component - 1) << shift), Color(hex: component << shift)
      )
      #expect(darker.relativeLuminance < lighter.relativeLuminance)
    }
  }

  @Test func `blends to itself if opaque and to the backdrop if transparent`() {
    let (blue, gray) = (Color(hex: 0x007AFF), Color(hex: 0x808080))
    #expect(blue.over(gray) == blue)
    #expect(blue.opacity(0).over(gray) == gray)
    #expect(Color.white.opacity(0.5).over(.black) == Color(red: 0.5, green: 0.5, blue: 0.5))
  }
}
