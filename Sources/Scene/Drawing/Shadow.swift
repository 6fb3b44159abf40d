/// A soft shadow: the shape, moved and blurred by a Gaussian.
public struct Shadow: Hashable, Sendable {
  public var color: Color
  /// From the shape to its shadow, in logical pixels.
  public var offset: Vector
  /// The Gaussian's standard deviation σ, in logical pixels.
  public var blur: Double

  public init(color: Color, offset: Vector, blur: Double) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }

  /// How far from the shape the shadow is drawn, in standard deviations: beyond 3 σ no more than
  /// 0.14 % of its darkness is left, less than one step of 8 bits.
  public static let extent = 3.0
}
