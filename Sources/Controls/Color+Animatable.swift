public import Motion
public import Scene

/// A colour moves in linear light, premultiplied: half-way between two colours is what the eye sees
/// where their lights are mixed half and half, and what is transparent adds none of its own.
///
/// Its components are red, green and blue in linear light times alpha, and alpha, all in 0…1; what a
/// spring makes of them beyond that counts as the nearest colour. A colour's velocity is no colour:
/// `Animated.componentVelocity(at:)` tells it.
extension Color: Animatable {
  public var components: SIMD4<Double> {
    SIMD4(
      Self.linearLight(red) * alpha, Self.linearLight(green) * alpha,
      Self.linearLight(blue) * alpha, alpha)
  }

  public init(components: SIMD4<Double>) {
    func limited(_ number: Double) -> Double { number > 0 ? min(number, 1) : 0 }
    let alpha = limited(components.w)
    func straight(_ light: Double) -> Double {
      alpha > 0 ? limited(Self.component(ofLinearLight: limited(light / alpha))) : 0
    }
    self.init(
      red: straight(components.x), green: straight(components.y), blue: straight(components.z),
      alpha: alpha)
  }

  /// The least differences between components that can be seen: half of 1/256, which near black is
  /// less than a twelfth of that in linear light.
  public static let animationThresholds = SIMD4<Double>(
    Theme.opacityThreshold / 12.92, Theme.opacityThreshold / 12.92,
    Theme.opacityThreshold / 12.92, Theme.opacityThreshold)
}
