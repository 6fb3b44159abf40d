import Motion
import Scene

/// The hold that a drag has of the button: how its place follows from the hand's.
struct Grip: Sendable {
  /// Where the hand would have had the button in the beginning, had nothing resisted.
  private var origin: Point
  private var x, y: ResistedAxis

  /// Takes hold of the button where it is, without moving it, beyond its area too.
  ///
  /// - Parameters:
  ///   - area: Where nothing resists; `nil` for everywhere.
  ///   - band: What resists outside.
  ///   - translation: How far the hand has already come.
  init(at place: Point, in area: Rect?, band: RubberBand, after translation: Vector = .zero) {
    let horizontal = area.map { $0.minX...$0.maxX } ?? -.infinity ... .infinity
    let vertical = area.map { $0.minY...$0.maxY } ?? -.infinity ... .infinity
    x = ResistedAxis(horizontal, band: band, holding: place.x)
    y = ResistedAxis(vertical, band: band, holding: place.y)
    origin = Point(x: x.free(at: place.x), y: y.free(at: place.y)) - translation
  }

  /// Where the button is once the hand has come so far, and how fast by the hand's velocity.
  mutating func carry(
    by translation: Vector, velocity: Vector = .zero
  ) -> (place: Point, velocity: Vector) {
    let free = origin + translation
    x.follow(free.x)
    y.follow(free.y)
    return (
      Point(x: x.place(of: free.x), y: y.place(of: free.y)),
      Vector(dx: velocity.dx * x.rate(at: free.x), dy: velocity.dy * y.rate(at: free.y))
    )
  }
}
