import Motion
import Scene

extension Slider {
  /// How far the thumb's centre can go, in logical pixels.
  var travel: Double { max(0, frame.width - 2 * Theme.Slider.thumbRadius) }

  /// Where the thumb belongs, 0…1 of its way: in the hand where that is, else at the value.
  var fraction: Double { grip?.fraction ?? range.fraction(at: position) }

  /// Where the thumb is, 0…1 of its way.
  func shownFraction(at now: Instant) -> Double {
    max(0, min(fraction + lag.value(at: now), 1))
  }

  func thumbCenter(at now: Instant) -> Point { place(of: shownFraction(at: now)) }

  /// Where the thumb's centre is at a fraction of its way.
  func place(of fraction: Double) -> Point {
    Point(
      x: frame.minX + Theme.Slider.thumbRadius + fraction * travel,
      y: environment.snapped(frame.midY))
  }

  /// The fraction of its way at which the thumb's centre is nearest to a place.
  func fraction(atX x: Double) -> Double {
    guard travel > 0 else { return 0 }
    return max(0, min((x - frame.minX - Theme.Slider.thumbRadius) / travel, 1))
  }

  var track: Rect {
    environment.snapped(
      Rect(
        center: Point(x: frame.midX, y: environment.snapped(frame.midY)),
        size: Size(width: frame.width, height: Theme.Slider.trackHeight)))
  }
}
