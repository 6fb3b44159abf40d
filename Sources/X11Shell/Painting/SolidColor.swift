import CXRender
import Scene

/// A color in RENDER's format: premultiplied, 16 bits per component.
struct SolidColor: Hashable {
  /// The four components, alpha last, in one integer for fast comparison.
  private let components: UInt64

  static let transparent = SolidColor(Color(red: 0, green: 0, blue: 0, alpha: 0))

  init(_ color: Color) {
    let (red, green) = (color.red * color.alpha, color.green * color.alpha)
    components =
      Self.component(red) << 48 | Self.component(green) << 32 | Self.component(color.blue * color.alpha) << 16
      | Self.component(color.alpha)
  }

  /// Creates black with the opacity as its alpha.
  init(opacity: Double) { self.init(Color(red: 0, green: 0, blue: 0, alpha: opacity)) }

  var isOpaque: Bool { UInt16(truncatingIfNeeded: components) == .max }

  var value: XRenderColor {
    XRenderColor(
      red: UInt16(truncatingIfNeeded: components >> 48), green: UInt16(truncatingIfNeeded: components >> 32),
      blue: UInt16(truncatingIfNeeded: components >> 16), alpha: UInt16(truncatingIfNeeded: components))
  }

  /// Divides 0…1 into 65,536 equal parts, as Cairo does, so that both paint the same.
  private static func component(_ value: Double) -> UInt64 { UInt64(max(0, min(value * 65536, 65535))) }
}
