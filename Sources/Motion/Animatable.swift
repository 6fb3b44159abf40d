/// A value that consists of numbers and can be animated: a length, a position, a color.
///
/// The numbers are passed as one SIMD vector. A type with fewer numbers than lanes sets the other
/// lanes to 0.
public protocol Animatable: Sendable {
  associatedtype Components: SIMD<Double> & Sendable

  /// The components of the value, each in its own unit.
  var components: Components { get }

  /// Creates a value from its components.
  init(components: Components)
}

extension Double: Animatable {
  public var components: SIMD2<Double> { SIMD2(self, 0) }

  public init(components: SIMD2<Double>) { self = components.x }
}
