import Motion
import Scene

extension Slider {
  /// The distance that the center of the thumb can travel, in logical pixels.
  var travel: Double { max(0, frame.width - 2 * Theme.Slider.thumbRadius) }

  /// The target position of the thumb, 0…1 of its travel: the dragged position, or else the value.
  var fraction: Double { dragState?.fraction ?? range.fraction(at: stepIndex) }

  /// Returns the current position of the thumb, 0…1 of its travel.
  func displayedFraction(at now: Instant) -> Double {
    max(0, min(fraction + thumbAnimation.value(at: now), 1))
  }

  func thumbCenter(at now: Instant) -> Point { thumbCenter(atFraction: displayedFraction(at: now)) }

  /// Returns the center of the thumb at a fraction of its travel.
  func thumbCenter(atFraction fraction: Double) -> Point {
    Point(x: frame.minX + Theme.Slider.thumbRadius + fraction * travel, y: environment.snapped(frame.midY))
  }

  /// Returns the fraction of the travel at which the center of the thumb is nearest to an x
  /// coordinate.
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
