/// A value that consists of numbers and can be animated: a length, a position, a color.
///
/// The numbers are passed as one SIMD vector of at most eight lanes. A type with fewer numbers than lanes
/// sets the other lanes to 0. A value with more numbers is animated as several values.
public protocol Animatable: Sendable {
  /// A vector of at most eight lanes. `KeyframeTrack` traps on a longer one.
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

  /// The vector followed by zeros. Traps if it has more than eight lanes.
  ///
  /// Keyframes have this form, so they are compiled once. The lanes are independent of each other, so the
  /// bits are those of the narrow vector.
  var widened: SIMD8<Double> {
    precondition(scalarCount <= 8, "\(scalarCount) components, but an Animatable has at most 8")
    var wide = SIMD8<Double>.zero
    for lane in indices { wide[lane] = self[lane] }
    return wide
  }

  /// Creates a vector from the first lanes of a widened one.
  @inlinable init(narrowing wide: SIMD8<Double>) {
    self.init()
    for lane in indices { self[lane] = wide[lane] }
  }
}
