public import Motion

extension Theme {
  /// The look and feel of menus and of the panel that the floating button becomes; lengths are
  /// logical pixels.
  public enum ActionPanel {
    /// From the window's sides to the panel at rest.
    public static let margin = 8.0
    /// Of a panel that a button expands into: the button's own.
    public static let gridSpring = FloatingButton.spring
    /// Of a menu, which is to be read at once.
    public static let menuSpring = Spring(response: 0.2, dampingFraction: 1)
    /// From when it is asked to open, a press takes that back: the second one of a double click
    /// chooses nothing that came under the pointer by chance.
    public static let opening = Duration.milliseconds(250)
    /// The part of the way to open on which the content is not seen yet.
    public static let contentStart = 0.3

    public static let gridCornerRadius = 18.0
    public static let menuCornerRadius = 10.0
  }
}
