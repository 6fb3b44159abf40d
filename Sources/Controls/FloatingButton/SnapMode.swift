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
    return projected.nearest(in: restPositions(in: area)) ?? projected
  }

  /// Returns the nearest rest position outside an area.
  ///
  /// - Parameters:
  ///   - position: A rest position.
  ///   - area: The area in which the center can rest.
  ///   - occupied: The excluded area. Its edges are not excluded.
  /// - Returns: `position` itself if it is not excluded, or if all rest positions are excluded.
  func restPosition(nearest position: Point, in area: Rect, outside occupied: Rect) -> Point {
    guard occupied.strictlyContains(position) else { return position }
    return position.nearest(in: restPositions(in: area).flatMap { $0.parts(outside: occupied) }) ?? position
  }

  /// Returns all rest positions in the order of preference, as rectangles. Edges and corners have zero width, height or
  /// both.
  private func restPositions(in area: Rect) -> [Rect] {
    func side(x: Double) -> Rect { Rect(x: x, y: area.minY, width: 0, height: area.height) }
    func side(y: Double) -> Rect { Rect(x: area.minX, y: y, width: area.width, height: 0) }
    func corners(x: Double) -> [Rect] {
      [area.maxY, area.minY].map { Rect(x: x, y: $0, width: 0, height: 0) }
    }
    switch self {
    case .free: return [area]
    case .trailing, .original: return [side(x: area.maxX)]
    case .corners: return corners(x: area.maxX) + corners(x: area.minX)
    case .edges: return [side(x: area.maxX), side(x: area.minX), side(y: area.maxY), side(y: area.minY)]
    }
  }
}

extension Point {
  /// Returns the nearest point in rectangles, in the first one of several. `nil` without rectangles.
  fileprivate func nearest(in rects: [Rect]) -> Point? {
    rects.map(clamped(to:)).min { $0.distance(to: self) < $1.distance(to: self) }
  }
}

extension Rect {
  /// Returns whether a point is inside the rectangle and not on an edge.
  fileprivate func strictlyContains(_ point: Point) -> Bool {
    point.x > minX && point.x < maxX && point.y > minY && point.y < maxY
  }

  /// Returns the parts of the rectangle to the left, to the right, above and below the inside of
  /// another. They include edges and overlap at the corners.
  fileprivate func parts(outside other: Rect) -> [Rect] {
    [
      bounded(right: other.minX), bounded(left: other.maxX), bounded(bottom: other.minY),
      bounded(top: other.maxY),
    ].compactMap(\.self)
  }

  /// Returns the part of the rectangle within bounds, or `nil` if not even a point is left.
  private func bounded(
    left: Double = -.infinity, top: Double = -.infinity, right: Double = .infinity, bottom: Double = .infinity
  ) -> Rect? {
    let (x, y) = (max(minX, left), max(minY, top))
    let (width, height) = (min(maxX, right) - x, min(maxY, bottom) - y)
    return width >= 0 && height >= 0 ? Rect(x: x, y: y, width: width, height: height) : nil
  }
}
