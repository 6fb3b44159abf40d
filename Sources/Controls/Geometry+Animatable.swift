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
