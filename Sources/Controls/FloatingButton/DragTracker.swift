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

/// One axis of a drag: the button follows the pointer between two limits, and against a rubber band
/// beyond them.
///
/// The raw position is the position that the button would have without the rubber band.
private struct RubberBandAxis: Sendable {
  /// The maximum extension, as a fraction of its maximum offset, at which a drag of a button
  /// outside the area starts. With a larger extension, the user would have to move far back
  /// before the button follows.
  private static let maximumInitialExtension = 0.75

  /// The final limits.
  private let limits: ClosedRange<Double>
  /// The current limits. If the drag starts far outside the final limits, they are farther out.
  /// They move back together with the button.
  private var low, high: Double
  private let band: RubberBand

  /// Creates an axis at the start of a drag.
  ///
  /// - Parameters:
  ///   - limits: The limits; infinite for no resistance.
  ///   - band: The rubber band beyond the limits.
  ///   - position: The initial position of the button. It can be beyond the limits.
  init(_ limits: ClosedRange<Double>, band: RubberBand, position: Double) {
    self.limits = limits
    self.band = band
    let slack = band.maximumOffset * Self.maximumInitialExtension
    low = min(limits.lowerBound, position + slack)
    high = max(limits.upperBound, position - slack)
  }

  /// Returns the position of the button for a raw position.
  func position(for raw: Double) -> Double {
    let clamped = max(low, min(raw, high))
    return clamped + band.offset(pulledBy: raw - clamped)
  }

  /// Returns the raw position for a position of the button. This is the inverse of
  /// `position(for:)`.
  func raw(for position: Double) -> Double {
    let clamped = max(low, min(position, high))
    return clamped + band.pull(for: position - clamped)
  }

  /// Returns the ratio of the velocity of the button to the velocity of the pointer.
  func rate(for raw: Double) -> Double {
    let clamped = max(low, min(raw, high))
    return raw == clamped ? 1 : band.rate(pulledBy: raw - clamped)
  }

  /// Moves the current limits back to the final limits as the pointer returns.
  mutating func moveLimits(toward raw: Double) {
    low = min(limits.lowerBound, max(low, raw))
    high = max(limits.upperBound, min(high, raw))
  }
}
