/// A colour in sRGB with straight (not premultiplied) alpha; every component lies in 0…1.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour from `0xRRGGBB`.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255, alpha: alpha)
  }

  public static let black = Color(hex: 0x000000)
  public static let white = Color(hex: 0xFFFFFF)

  /// The same colour with its alpha multiplied.
  public func opacity(_ factor: Double) -> Color {
    var color = self
    color.alpha *= factor
    return color
  }

  /// This colour laid over an opaque one, blended as screens do it, in sRGB.
  public func over(_ backdrop: Color) -> Color {
    func mix(_ top: Double, _ bottom: Double) -> Double { top * alpha + bottom * (1 - alpha) }
    return Color(
      red: mix(red, backdrop.red), green: mix(green, backdrop.green),
      blue: mix(blue, backdrop.blue))
  }
}

extension Color {
  /// The relative luminance, 0 for black to 1 for white, alpha ignored ([WCAG 2.2][1]).
  ///
  /// [1]: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  public var relativeLuminance: Double {
    0.2126 * Self.linearLight(red) + 0.7152 * Self.linearLight(green)
      + 0.0722 * Self.linearLight(blue)
  }

  /// The contrast ratio between two opaque colours, 1 to 21 ([WCAG 2.2][1]).
  ///
  /// [1]: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  public func contrast(with other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
