import Scene

/// Where a floating button comes to rest when it is let go.
public enum SnapMode: String, CaseIterable, Hashable, Sendable {
  /// The nearest of the four edges.
  case edges
  /// The trailing edge.
  case trailing
  /// The nearest corner.
  case corners
  /// Wherever the throw ends. Not called `none`, which in an optional would mean that none was
  /// chosen.
  case free = "none"
  /// The trailing side of the rectangle that the first demonstration of this button used,
  /// literally: half of the button rests outside the window.
  case seed
}

extension SnapMode {
  /// Its name for people.
  public var title: String {
    switch self {
    case .edges: "Edges"
    case .trailing: "Trailing"
    case .corners: "Corners"
    case .free: "None"
    case .seed: "Seed"
    }
  }

  /// The place of rest for a button that is let go.
  ///
  /// - Parameters:
  ///   - center: Of the button.
  ///   - thrown: How far the throw would still carry it.
  ///   - area: Where its centre may be.
  /// - Returns: A centre inside `area`. Of two edges that are equally near, the trailing one comes
  ///   first, then leading, bottom, top.
  func restingPlace(for center: Point, thrown: Vector, in area: Rect) -> Point {
    let projected = center + thrown
    var place = projected.clamped(to: area)
    switch self {
    case .free: break
    case .trailing, .seed: place.x = area.maxX
    case .corners:
      place.x = projected.x < area.midX ? area.minX : area.maxX
      place.y = projected.y < area.midY ? area.minY : area.maxY
    case .edges: moveToNearestEdge(&place, from: projected, in: area)
    }
    return place
  }

  private func moveToNearestEdge(_ place: inout Point, from projected: Point, in area: Rect) {
    let trailing = area.maxX - projected.x
    let leading = projected.x - area.minX
    let bottom = area.maxY - projected.y
    let top = projected.y - area.minY
    switch min(trailing, leading, bottom, top) {
    case trailing: place.x = area.maxX
    case leading: place.x = area.minX
    case bottom: place.y = area.maxY
    default: place.y = area.minY
    }
  }
}
