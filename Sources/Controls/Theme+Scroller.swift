public import Motion

extension Theme {
  /// How a column scrolls; lengths are logical pixels.
  public enum Scroller {
    /// By one notch of a wheel, and by an arrow key.
    public static let notch = 56.0
    public static let line = 40.0
    /// What of a page stays in sight on the next.
    public static let pageOverlap = 40.0
    /// Kept free around what is brought into sight.
    public static let revealMargin = 12.0
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
    /// A finger that is slower leaves the content where it is, in pixels per second.
    public static let leastThrow = 50.0
    public static let thumbWidth = 5.0
    /// The thumb is no shorter, however much there is.
    public static let leastThumb = 20.0
    public static let thumbOpacity = 0.5
  }
}
