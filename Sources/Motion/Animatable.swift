/// A value that consists of numbers and can be animated, such as a length or a position.
///
/// The numbers are passed as one SIMD vector. A type with fewer numbers than lanes sets the other lanes to 0.
public protocol Animatable: Sendable {
  /// The vector.
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

extension Double {
  /// The limit for magnitudes, far enough below the greatest number that all arithmetic of a motion
  /// stays finite.
  @inlinable static var magnitudeLimit: Double { 1e290 }
}

extension SIMD<Double> {
  /// The lanes that are in range for a motion; NaN is not.
  @inlinable var isInRange: SIMDMask<MaskStorage> {
    (self .< Self(repeating: .magnitudeLimit)) .& (self .> Self(repeating: -.magnitudeLimit))
  }

  /// The vector with 0 in all lanes that are out of range.
  @inlinable var replacingOutOfRange: Self { replacing(with: 0, where: .!isInRange) }
}
