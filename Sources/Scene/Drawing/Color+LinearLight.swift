/// The transfer function of sRGB both ways ([IEC 61966-2-1][1]), of numbers in 0…1.
///
/// The powers are computed from roots by Newton's method, so that this module needs no C library.
///
/// [1]: https://www.w3.org/TR/css-color-4/#color-conversion-code
extension Color {
  /// The linear light of an sRGB component, in proportion to which real light adds up.
  public static func linearLight(_ component: Double) -> Double {
    guard component > 0.04045 else { return component / 12.92 }
    let base = (component + 0.055) / 1.055
    // The power 2.4 as x²·x^(2/5).
    let square = base * base
    return square * root(5, of: square)
  }

  /// The sRGB component of that linear light: the inverse of `linearLight(_:)`.
  public static func component(ofLinearLight light: Double) -> Double {
    guard light > 0.0031308 else { return light * 12.92 }
    // The power 1/2.4 as (x^(1/4))^(1/3) to the fifth.
    let twelfth = root(3, of: light.squareRoot().squareRoot())
    let square = twelfth * twelfth
    return 1.055 * (square * square * twelfth) - 0.055
  }

  /// The real root of a number above 0 up to about 1, by Newton's method from above.
  private static func root(_ degree: Int, of x: Double) -> Double {
    // The tangent at 1 lies above the root.
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
