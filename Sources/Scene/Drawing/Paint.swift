/// How an outline becomes ink.
public enum Paint: Hashable, Sendable {
  /// The inside of the outline, by the non-zero winding rule.
  case fill
  /// A line of some width, in logical pixels, along the outline, half of it on either side, with
  /// round ends and joins.
  case stroke(width: Double)

  /// How far the ink reaches beyond the outline's bounds, in logical pixels.
  var reach: Double {
    switch self {
    case .fill: 0
    case .stroke(let width): width / 2
    }
  }
}
