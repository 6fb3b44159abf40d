public import Motion
public import Scene

extension Point: Animatable {
  public var components: SIMD2<Double> { SIMD2(x, y) }

  public init(components: SIMD2<Double>) { self.init(x: components.x, y: components.y) }
}

extension Vector: Animatable {
  public var components: SIMD2<Double> { SIMD2(dx, dy) }

  public init(components: SIMD2<Double>) { self.init(dx: components.x, dy: components.y) }
}
