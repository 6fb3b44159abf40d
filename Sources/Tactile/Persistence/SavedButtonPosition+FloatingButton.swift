import Controls

extension SavedButtonPosition {
  /// Creates the saved position from the rest position of a button.
  init(_ position: UnitPoint) {
    let (x, y) = (Self.fraction(position.x), Self.fraction(position.y))
    self.init(within: x, y, edge: Self.edge(at: x, y))
  }

  /// The start position of the button. The edge overrides the number of its axis.
  var unitPoint: UnitPoint {
    switch edge {
    case .leading: UnitPoint(x: 0, y: y)
    case .trailing: UnitPoint(x: 1, y: y)
    case .top: UnitPoint(x: x, y: 0)
    case .bottom: UnitPoint(x: x, y: 1)
    case nil: UnitPoint(x: x, y: y)
    }
  }

  /// Returns the edge of a position. In a corner, this is the edge that the button prefers there.
  private static func edge(at x: Double, _ y: Double) -> Edge? {
    if x == 1 { return .trailing }
    if x == 0 { return .leading }
    if y == 1 { return .bottom }
    return y == 0 ? .top : nil
  }

  /// Returns the nearest number in 0…1, or 0.5 for NaN.
  private static func fraction(_ number: Double) -> Double {
    number.isNaN ? 0.5 : max(0, min(number, 1))
  }
}
