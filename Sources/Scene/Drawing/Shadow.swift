/// A soft shadow: a copy of a shape, moved and blurred by a Gaussian.
public struct Shadow: Hashable, Sendable {
  public var color: Color
  /// The offset from the shape to its shadow, in logical pixels.
  public var offset: Vector
  /// The standard deviation σ of the Gaussian, in logical pixels.
  public var blur: Double

  public init(color: Color, offset: Vector, blur: Double) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }

  /// The distance to which a shadow is drawn, in standard deviations. Beyond 3 σ at most 0.14 % of
  /// its darkness remains, which is less than one step of 8 bits.
  public static let extent = 3.0
}
