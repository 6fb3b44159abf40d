/// The appearance of text except for its color.
public struct TextStyle: Hashable, Sendable {
  /// The font weight, with the values of OpenType's `usWeightClass`.
  public enum Weight: Int, Hashable, Sendable {
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  /// The font families in order of preference, separated by commas as in CSS.
  public var family: String
  /// The height of the em square, in logical pixels.
  public var size: Double
  public var weight: Weight

  public init(family: String, size: Double, weight: Weight = .regular) {
    self.family = family
    self.size = size
    self.weight = weight
  }
}
