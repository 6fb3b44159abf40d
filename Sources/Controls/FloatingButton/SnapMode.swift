import Scene

/// The positions at which a floating button comes to rest when it is released.
public enum SnapMode: String, CaseIterable, Hashable, Sendable {
  /// The nearest of the four edges.
  case edges
  /// The trailing edge.
  case trailing
  /// The nearest corner.
  case corners
  /// The end of the throw, without snapping. The case is not named `none`, which would be confused
  /// with `Optional.none`.
  case free = "none"
  /// The trailing edge of the rectangle in the original demo program, the source document S0 of
  /// `Documentation/Requirements.md`. Half of the button rests outside the window.
  case original
}

extension SnapMode {
  /// The label in the user interface.
  package var label: String {
    switch self {
    case .edges: "Edges"
    case .trailing: "Trailing"
    case .corners: "Corners"
    case .free: "None"
    case .original: "Original"
    }
  }

  /// Returns the rest position for a released button.
  ///
  /// - Parameters:
  ///   - center: The center of the button.
  ///   - throwDistance: The remaining distance of the throw.
  ///   - area: The area in which the center can rest.
  /// - Returns: A center in `area`. If several edges are equally near, the order of preference is
  ///   trailing, leading, bottom, top.
  func restPosition(for center: Point, throwDistance: Vector, in area: Rect) -> Point {
    let projected = center + throwDistance
    var position = projected.clamped(to: area)
    switch self {
    case .free: break
    case .trailing, .original: position.x = area.maxX
    case .corners:
      position.x = projected.x < area.midX ? area.minX : area.maxX
      position.y = projected.y < area.midY ? area.minY : area.maxY
    case .edges: moveToNearestEdge(&position, from: projected, in: area)
    }
    return position
  }

  private func moveToNearestEdge(_ position: inout Point, from projected: Point, in area: Rect) {
    let trailing = area.maxX - projected.x
    let leading = projected.x - area.minX
    let bottom = area.maxY - projected.y
    let top = projected.y - area.minY
    switch min(trailing, leading, bottom, top) {
    case trailing: position.x = area.maxX
    case leading: position.x = area.minX
    case bottom: position.y = area.maxY
    default: position.y = area.minY
    }
  }
}
