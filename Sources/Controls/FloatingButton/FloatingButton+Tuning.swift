public import Motion

extension FloatingButton {
  /// The parameters of motion and timing, which the user can tune in the inspector.
  public struct Tuning: Hashable, Sendable {
    /// The spring for scaling and snapping.
    public var spring: Spring
    /// The scale during a drag, clamped to 0.25…4. NaN is treated as 1.
    public var draggedScale: Double
    /// The opacity of a dimmed button, clamped to 0…1. NaN is treated as 1.
    public var dimmedOpacity: Double
    /// The duration of a press that starts a drag instead of a tap. If it is not positive, every
    /// press starts a drag.
    public var longPress: Duration

    /// Creates a tuning. The default values are those of the original demo program
    /// (``SnapMode/original``).
    public init(
      spring: Spring = Spring(response: 0.25, dampingFraction: 0.59), draggedScale: Double = 1.4,
      dimmedOpacity: Double = 0.2, longPress: Duration = .milliseconds(300)
    ) {
      self.spring = spring
      self.draggedScale = draggedScale
      self.dimmedOpacity = dimmedOpacity
      self.longPress = longPress
    }

    /// The clamped value of `draggedScale`.
    var clampedScale: Double { draggedScale.clamped(to: 0.25...4) }

    /// The clamped value of `dimmedOpacity`.
    var clampedOpacity: Double { dimmedOpacity.clamped(to: 0...1) }
  }
}

extension Double {
  /// Returns the nearest number in a range; for NaN, 1.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? 1 : Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
  }
}
