import Scene

extension SnapMode {
  /// Returns the nearest rest position outside an area.
  ///
  /// - Parameters:
  ///   - position: A rest position.
  ///   - area: The area in which the center can rest.
  ///   - occupied: The excluded area. Its edges are not excluded.
  /// - Returns: `position` itself if it is not excluded, or if all rest positions are excluded.
  func restPosition(nearest position: Point, in area: Rect, outside occupied: Rect) -> Point {
    guard occupied.strictlyContains(position) else { return position }
    let available = restPositions(in: area).flatMap { $0.parts(outside: occupied) }.map {
      position.clamped(to: $0)
    }
    return available.min { $0.distance(to: position) < $1.distance(to: position) } ?? position
  }

  /// Returns all rest positions, as rectangles. Edges and corners have zero width, height or both.
  private func restPositions(in area: Rect) -> [Rect] {
    func side(x: Double) -> Rect { Rect(x: x, y: area.minY, width: 0, height: area.height) }
    func side(y: Double) -> Rect { Rect(x: area.minX, y: y, width: area.width, height: 0) }
    func corners(x: Double) -> [Rect] {
      [area.minY, area.maxY].map { Rect(x: x, y: $0, width: 0, height: 0) }
    }
    switch self {
    case .free: return [area]
    case .trailing, .original: return [side(x: area.maxX)]
    case .corners: return corners(x: area.maxX) + corners(x: area.minX)
    case .edges: return [side(x: area.maxX), side(x: area.minX), side(y: area.maxY), side(y: area.minY)]
    }
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
