public import Motion

extension FloatingButton {
  /// How the button moves and waits: what one tries out until it feels right.
  public struct Feel: Hashable, Sendable {
    /// Of scale and snapping.
    public var spring: Spring
    /// The scale while it is dragged; it counts as the nearest number in 0.25…4, NaN as 1.
    public var draggedScale: Double
    /// The opacity of a button that dims and is left alone; it counts as the nearest number in
    /// 0…1, NaN as 1.
    public var dimmedOpacity: Double
    /// A press held this long is no tap but the beginning of a drag; where it is not positive,
    /// every press is.
    public var longPress: Duration

    /// Creates a feel; what is not given is as in the first demonstration of this button.
    public init(
      spring: Spring = Theme.FloatingButton.spring,
      draggedScale: Double = Theme.FloatingButton.draggedScale,
      dimmedOpacity: Double = Theme.FloatingButton.dimmedOpacity,
      longPress: Duration = Theme.FloatingButton.longPress
    ) {
      self.spring = spring
      self.draggedScale = draggedScale
      self.dimmedOpacity = dimmedOpacity
      self.longPress = longPress
    }

    /// `draggedScale` as it counts.
    var liftedScale: Double { draggedScale.clamped(to: Theme.FloatingButton.draggedScales) }

    /// `dimmedOpacity` as it counts.
    var dimOpacity: Double { dimmedOpacity.clamped(to: 0...1) }
  }
}

extension Double {
  /// The nearest number in a range; 1 for NaN.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? 1 : Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
  }
}
