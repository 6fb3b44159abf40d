/// A value made of numbers that can move: a length, a place, a colour.
///
/// Its numbers travel as one SIMD vector; a type with fewer numbers than lanes leaves the rest 0.
public protocol Animatable: Sendable {
  associatedtype Components: SIMD<Double> & Sendable

  /// The numbers, each in its own unit.
  var components: Components { get }

  /// The value of those numbers.
  init(components: Components)
}

extension Double: Animatable {
  public var components: SIMD2<Double> { SIMD2(self, 0) }

  public init(components: SIMD2<Double>) { self = components.x }
}
