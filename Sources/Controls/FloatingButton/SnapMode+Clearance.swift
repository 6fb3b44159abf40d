import Scene

extension SnapMode {
  /// The place of rest nearest to one that is taken.
  ///
  /// - Parameters:
  ///   - place: A place of rest.
  ///   - area: Where centres may be.
  ///   - taken: Where they are not to be; its sides do not count.
  /// - Returns: `place` itself where that is free, or where nothing is.
  func restingPlace(nearest place: Point, in area: Rect, outside taken: Rect) -> Point {
    guard taken.surrounds(place) else { return place }
    let free = restingPlaces(in: area).flatMap { $0.parts(outside: taken) }
      .map { place.clamped(to: $0) }
    return free.min { $0.distance(to: place) < $1.distance(to: place) } ?? place
  }

  /// All places of rest: rectangles, or sides and corners as rectangles without width or height.
  private func restingPlaces(in area: Rect) -> [Rect] {
    func side(x: Double) -> Rect { Rect(x: x, y: area.minY, width: 0, height: area.height) }
    func side(y: Double) -> Rect { Rect(x: area.minX, y: y, width: area.width, height: 0) }
    func corners(x: Double) -> [Rect] {
      [area.minY, area.maxY].map { Rect(x: x, y: $0, width: 0, height: 0) }
    }
    switch self {
    case .free: return [area]
    case .trailing, .seed: return [side(x: area.maxX)]
    case .corners: return corners(x: area.maxX) + corners(x: area.minX)
    case .edges:
      return [
        side(x: area.maxX), side(x: area.minX), side(y: area.maxY), side(y: area.minY),
      ]
    }
  }
}

extension Rect {
  /// Whether a point is inside, and on no side.
  fileprivate func surrounds(_ point: Point) -> Bool {
    point.x > minX && point.x < maxX && point.y > minY && point.y < maxY
  }

  /// What is left of it, its sides included, without the inside of another: the parts beside,
  /// above and below that, which overlap.
  fileprivate func parts(outside other: Rect) -> [Rect] {
    [
      bounded(right: other.minX), bounded(left: other.maxX), bounded(bottom: other.minY),
      bounded(top: other.maxY),
    ].compactMap(\.self)
  }

  /// What is left of it between bounds; `nil` where not even a point is.
  private func bounded(
    left: Double = -.infinity, top: Double = -.infinity, right: Double = .infinity,
    bottom: Double = .infinity
  ) -> Rect? {
    let (x, y) = (max(minX, left), max(minY, top))
    let (width, height) = (min(maxX, right) - x, min(maxY, bottom) - y)
    return width >= 0 && height >= 0 ? Rect(x: x, y: y, width: width, height: height) : nil
  }
}
