import Motion
import Scene

/// A drag of the button. It computes the position of the button from the movement of the pointer.
struct DragTracker: Sendable {
  /// The raw position at the time of the press. `RubberBandAxis` defines raw positions.
  private var origin: Point
  private var x, y: RubberBandAxis

  /// Starts a drag at the current position, which can be outside the area.
  ///
  /// - Parameters:
  ///   - position: The center of the button.
  ///   - area: The area without resistance. If `nil`, there is no resistance anywhere.
  ///   - band: The rubber band outside the area.
  ///   - translation: The movement of the pointer since the press.
  init(at position: Point, in area: Rect?, band: RubberBand, after translation: Vector = .zero) {
    let horizontal = area.map { $0.minX...$0.maxX } ?? -.infinity ... .infinity
    let vertical = area.map { $0.minY...$0.maxY } ?? -.infinity ... .infinity
    x = RubberBandAxis(horizontal, band: band, position: position.x)
    y = RubberBandAxis(vertical, band: band, position: position.y)
    origin = Point(x: x.raw(for: position.x), y: y.raw(for: position.y)) - translation
  }

  /// Returns the position and velocity of the button.
  ///
  /// - Parameters:
  ///   - translation: The movement of the pointer since the press.
  ///   - velocity: The velocity of the pointer, in logical pixels per second.
  mutating func track(translation: Vector, velocity: Vector = .zero) -> (position: Point, velocity: Vector) {
    let raw = origin + translation
    x.moveLimits(toward: raw.x)
    y.moveLimits(toward: raw.y)
    return (
      Point(x: x.position(for: raw.x), y: y.position(for: raw.y)),
      Vector(dx: velocity.dx * x.rate(for: raw.x), dy: velocity.dy * y.rate(for: raw.y))
    )
  }
}
