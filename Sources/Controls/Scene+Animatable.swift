public import Motion
public import Scene

/// Colors are animated in premultiplied linear light. Halfway between two colors is the mixture of
/// equal parts of their light. Transparent colors contribute no light.
///
/// The components are red, green and blue in linear light, multiplied by alpha, and alpha, all in
/// 0…1. Values beyond this range, for example from an underdamped spring, are clamped. The velocity
/// of a color is not a color; `Animated.componentVelocity(at:)` returns it.
extension Color: Animatable {
  public var components: SIMD4<Double> {
    SIMD4(
      Self.linearLight(red) * alpha, Self.linearLight(green) * alpha, Self.linearLight(blue) * alpha, alpha)
  }

  public init(components: SIMD4<Double>) {
    func limited(_ number: Double) -> Double { number > 0 ? min(number, 1) : 0 }
    let alpha = limited(components.w)
    func straight(_ light: Double) -> Double {
      alpha > 0 ? limited(Self.component(ofLinearLight: limited(light / alpha))) : 0
    }
    self.init(
      red: straight(components.x), green: straight(components.y), blue: straight(components.z), alpha: alpha)
  }
}

extension Point: Animatable {
  public var components: SIMD2<Double> { SIMD2(x, y) }

  public init(components: SIMD2<Double>) { self.init(x: components.x, y: components.y) }
}

extension Vector: Animatable {
  public var components: SIMD2<Double> { SIMD2(dx, dy) }

  public init(components: SIMD2<Double>) { self.init(dx: components.x, dy: components.y) }
}

extension Size: Animatable {
  public var components: SIMD2<Double> { SIMD2(width, height) }

  public init(components: SIMD2<Double>) { self.init(width: components.x, height: components.y) }
}

/// Rectangles are animated by origin and size. The size never becomes negative.
extension Rect: Animatable {
  public var components: SIMD4<Double> { SIMD4(minX, minY, width, height) }

  public init(components: SIMD4<Double>) {
    self.init(x: components.x, y: components.y, width: components.z, height: components.w)
  }
}
