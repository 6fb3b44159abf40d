import CXRender
import Scene

/// A colour as RENDER has it: premultiplied, 16 bits a component.
struct SolidColor: Hashable {
  private let red: UInt16
  private let green: UInt16
  private let blue: UInt16
  private let alpha: UInt16

  static let transparent = SolidColor(Color(red: 0, green: 0, blue: 0, alpha: 0))

  init(_ color: Color) {
    red = Self.component(color.red * color.alpha)
    green = Self.component(color.green * color.alpha)
    blue = Self.component(color.blue * color.alpha)
    alpha = Self.component(color.alpha)
  }

  /// Black that lets through as much as an opacity says.
  init(opacity: Double) { self.init(Color(red: 0, green: 0, blue: 0, alpha: opacity)) }

  var isOpaque: Bool { alpha == .max }

  var value: XRenderColor { XRenderColor(red: red, green: green, blue: blue, alpha: alpha) }

  /// Cuts 0…1 into 65,536 equal parts, as Cairo does, so that both paint the same.
  private static func component(_ value: Double) -> UInt16 {
    UInt16(max(0, min(value * 65536, 65535)))
  }
}
