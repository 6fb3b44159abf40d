import Glibc

/// A color in sRGB with straight (not premultiplied) alpha. Each component is in 0…1.
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

  /// Creates a color from `0xRRGGBB`.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255, alpha: alpha)
  }

  public static let black = Color(hex: 0x000000)
  public static let white = Color(hex: 0xFFFFFF)

  /// Returns the color with its alpha multiplied by `factor`.
  public func opacity(_ factor: Double) -> Color {
    var color = self
    color.alpha *= factor
    return color
  }

  /// Returns this color blended over an opaque one in sRGB, as is usual on screens.
  public func over(_ backdrop: Color) -> Color {
    func mix(_ top: Double, _ bottom: Double) -> Double { top * alpha + bottom * (1 - alpha) }
    return Color(
      red: mix(red, backdrop.red), green: mix(green, backdrop.green), blue: mix(blue, backdrop.blue))
  }
}

extension Color {
  /// The relative luminance, from 0 for black to 1 for white ([WCAG 2.2][1]). Alpha is ignored.
  ///
  /// [1]: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  public var relativeLuminance: Double {
    0.2126 * Self.linearLight(red) + 0.7152 * Self.linearLight(green) + 0.0722 * Self.linearLight(blue)
  }

  /// Returns the contrast ratio of two opaque colors, from 1 to 21 ([WCAG 2.2][1]).
  ///
  /// [1]: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  public func contrast(with other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the linear light of an sRGB component ([IEC 61966-2-1][1]), in 0…1.
  ///
  /// [1]: https://www.w3.org/TR/css-color-4/#color-conversion-code
  private static func linearLight(_ component: Double) -> Double {
    component > 0.04045 ? pow((component + 0.055) / 1.055, 2.4) : component / 12.92
  }
}
