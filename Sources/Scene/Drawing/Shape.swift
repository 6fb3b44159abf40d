import Glibc

/// An outline to fill or to stroke, in logical pixels.
public enum Shape: Hashable, Sendable {
  case rect(Rect)
  case roundedRect(RoundedRect)
  case path(Path)

  /// The bounding rectangle of the outline. For curves it contains the control points.
  public var bounds: Rect {
    switch self {
    case .rect(let rect): rect
    case .roundedRect(let rounded): rounded.rect
    case .path(let path): path.bounds
    }
  }
}

/// The way in which an outline is painted.
public enum Paint: Hashable, Sendable {
  /// Fills the inside of the outline by the nonzero winding rule.
  case fill
  /// Draws a line along the outline, half of its width on either side, with round caps and joins.
  /// The width is in logical pixels.
  case stroke(width: Double)

  /// The distance by which the painted area extends beyond the bounds of the outline, in logical
  /// pixels.
  var outset: Double {
    switch self {
    case .fill: 0
    case .stroke(let width): width / 2
    }
  }
}

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

  /// The distance to which the shadow is drawn, in standard deviations: between 2 and 3 for a dark
  /// shadow. Beyond it, no pixel changes, because the shadow is darker by less than half of a step of 8
  /// bits.
  public var extent: Double {
    // The smallest coverage that is rounded to a step of the mask which changes a pixel.
    let visible = ((0.5 / color.alpha).rounded(.up) - 0.5) / 255
    guard visible < 0.5 else { return 0 }
    // The inverse of the normal distribution with an error of less than 0.00045: Abramowitz and Stegun,
    // Handbook of Mathematical Functions, 26.2.23.
    let t = (-2 * log(visible)).squareRoot()
    let (numerator, denominator) = (
      2.515517 + (0.802853 + 0.010328 * t) * t, 1 + (1.432788 + (0.189269 + 0.001308 * t) * t) * t
    )
    return t - numerator / denominator
  }
}
