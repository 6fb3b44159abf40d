public import Motion

extension FloatingButton {
  /// How the button moves and waits: what one tries out until it feels right.
  public struct Feel: Hashable, Sendable {
    /// Of scale and snapping.
    public var spring: Spring
    /// The scale while it is dragged.
    public var draggedScale: Double
    /// The opacity of a button that dims and is left alone, 0…1.
    public var dimmedOpacity: Double
    /// A press held this long is no tap but the beginning of a drag.
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
  }
}
