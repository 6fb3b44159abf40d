import Controls

extension KeptPlace {
  /// The place at which a button rests.
  init(_ place: RelativePlace) {
    let (x, y) = (Self.fraction(place.x), Self.fraction(place.y))
    self.init(within: x, y, edge: Self.edge(at: x, y))
  }

  /// Where a button starts that is to rest there; the edge counts for more than a number.
  var relativePlace: RelativePlace {
    switch edge {
    case .leading: RelativePlace(x: 0, y: y)
    case .trailing: RelativePlace(x: 1, y: y)
    case .top: RelativePlace(x: x, y: 0)
    case .bottom: RelativePlace(x: x, y: 1)
    case nil: RelativePlace(x: x, y: y)
    }
  }

  /// The edge at which a place is; in a corner the one that the button prefers there.
  private static func edge(at x: Double, _ y: Double) -> Edge? {
    if x == 1 { return .trailing }
    if x == 0 { return .leading }
    if y == 1 { return .bottom }
    return y == 0 ? .top : nil
  }

  /// The nearest number in 0…1; the middle where it is none.
  private static func fraction(_ number: Double) -> Double {
    number.isNaN ? 0.5 : max(0, min(number, 1))
  }
}
