public import Motion

extension Theme {
  /// A slider's look and feel; lengths are logical pixels.
  public enum Slider {
    /// Of what takes a press.
    public static let height = 28.0
    public static let trackHeight = 4.0
    public static let thumbRadius = 8.0
    public static let thumbOutline = 2.0
    /// Around the thumb under the pointer, and how strong the accent is in it then, and pressed.
    public static let halo = (radius: 13.0, hoveredOpacity: 0.12, pressedOpacity: 0.24)
    /// The tick that marks the default.
    public static let tick = (width: 2.0, height: 10.0)

    /// Of a thumb that was not moved by hand.
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
    /// A second press that comes so soon after the first, and so near to it, is a double click.
    public static let doubleClick = (within: Duration.milliseconds(400), distance: 4.0)
    /// Steps that Shift, Page Up and Page Down make of one.
    public static let largeStep = 10
  }
}
