public import Motion

extension Theme {
  /// The style and behavior of vertical scrolling. Lengths are in logical pixels.
  public enum Scroll {
    /// The distance for one notch of a wheel.
    public static let notch = 56.0
    /// The distance for an arrow key.
    public static let line = 40.0
    /// The height of the previous page that stays visible on the next page.
    public static let pageOverlap = 40.0
    /// The space around a revealed part that becomes visible too.
    public static let revealMargin = 12.0
    /// The spring of scrolling by wheel and keyboard.
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
    /// The minimum speed of a finger that starts momentum, in logical pixels per second.
    public static let minimumThrowSpeed = 50.0
    public static let thumbWidth = 5.0
    /// The minimum height of the thumb.
    public static let minimumThumbHeight = 20.0
    public static let thumbOpacity = 0.5
  }
}
