import Motion
import Scene

// The field scrolls by itself while the pointer selects beyond its upper or lower edge, or carries
// something there.
extension TokenField {
  /// Goes as fast as where the pointer is asks for, from now on.
  mutating func drift(at now: Instant) {
    scroller.drift(speed: driftSpeed, at: now)
    if !scroller.isDrifting { driftedTo = nil }
  }

  /// Lets what is selected, or the place to drop, follow what has come under the pointer.
  mutating func followDrift(at now: Instant) {
    guard isDriftAhead(at: now) else { return }
    driftedTo = scroller.offset(at: now)
    switch grip {
    case .selecting(let point):
      extendSelection(to: point, at: now)
      layOut(around: selection.head, at: now)
      sentence = describe()
    case .carrying(let carried): dropGap = place(at: clampedToSight(carried.pointer), at: now)
    case .none, .pressing, .carryingOut, .touching, .scrolling:
      if let hover { dropGap = place(at: hover, at: now) }
    }
  }

  /// Whether the field has gone further by itself than what is selected has followed.
  func isDriftAhead(at now: Instant) -> Bool {
    scroller.isDrifting && driftedTo != scroller.offset(at: now)
  }

  /// In logical pixels per second, downward positive: the more, the farther out the pointer is.
  private var driftSpeed: Double {
    typealias Look = Theme.TokenField
    guard scroller.isNeeded, let (point, reach) = driftingPoint else { return 0 }
    let edges = sight
    let inset = min(reach, edges.height / 4)
    let (above, below) = (edges.minY + inset - point.y, point.y - (edges.maxY - inset))
    guard max(above, below) > 0 else { return 0 }
    let speed = min(Look.leastDrift + Look.driftRate * max(above, below), Look.mostDrift)
    return above > below ? -speed : speed
  }

  /// Where the pointer is that selects or carries, and how far inside the edges that matters already;
  /// `nil` where it does neither.
  private var driftingPoint: (Point, reach: Double)? {
    switch grip {
    case .selecting(let point): (point, 0)
    case .carrying(let carried): (carried.pointer, Theme.TokenField.driftReach)
    case .none, .pressing, .carryingOut, .touching, .scrolling:
      hover.map { ($0, Theme.TokenField.driftReach) }
    }
  }

  /// What can be seen of the field in its window.
  private var sight: Rect { frame.intersection(surroundings) }

  /// The nearest place at whose height content can be seen, where there is more of it than that.
  func clampedToSight(_ point: Point) -> Point {
    guard scroller.isNeeded else { return point }
    let (seen, content) = (sight, frame.inset(by: Theme.TokenField.padding))
    let (top, bottom) = (max(seen.minY, content.minY), min(seen.maxY, content.maxY))
    return Point(x: point.x, y: max(top, min(point.y, bottom)))
  }
}
