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
}

/// The transfer function of sRGB and its inverse ([IEC 61966-2-1][1]), for numbers in 0…1.
///
/// The powers are computed from roots by Newton's method, so this module needs no C math library.
///
/// [1]: https://www.w3.org/TR/css-color-4/#color-conversion-code
extension Color {
  /// Returns the linear light of an sRGB component. Linear light is proportional to physical
  /// intensity, so it can be added.
  public static func linearLight(_ component: Double) -> Double {
    guard component > 0.04045 else { return component / 12.92 }
    let base = (component + 0.055) / 1.055
    // x to the power 2.4, computed as x²·x^(2/5).
    let square = base * base
    return square * root(5, of: square)
  }

  /// Returns the sRGB component of linear light: the inverse of `linearLight(_:)`.
  public static func component(ofLinearLight light: Double) -> Double {
    guard light > 0.0031308 else { return light * 12.92 }
    // x to the power 1/2.4, computed as (x^(1/4))^(1/3) to the fifth.
    let twelfth = root(3, of: light.squareRoot().squareRoot())
    let square = twelfth * twelfth
    return 1.055 * (square * square * twelfth) - 0.055
  }

  /// Returns a real root of a number between 0 and about 1, by Newton's method from above.
  private static func root(_ degree: Int, of x: Double) -> Double {
    // The tangent at 1 is above the root function.
    let order = Double(degree)
    var root = (x - 1) / order + 1
    for _ in 0..<64 {
      let power = (1..<degree).reduce(1.0) { product, _ in product * root }
      let next = root - (power * root - x) / (order * power)
      guard next < root else { break }
      root = next
    }
    return root
  }
}
