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
