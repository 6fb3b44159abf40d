public import Motion

extension Theme {
  /// The style and behavior of a slider. Lengths are in logical pixels.
  public enum Slider {
    /// The height of the area that accepts presses.
    public static let height = 30.0
    public static let trackHeight = 4.0
    public static let thumbRadius = 8.0
    public static let thumbOutline = 2.0
    /// The disc around a hovered or pressed thumb, and the opacity of the accent in it.
    public static let halo = (radius: 13.0, hoveredOpacity: 0.12, pressedOpacity: 0.24)
    /// The tick that marks the default value.
    public static let tick = (width: 2.0, height: 10.0)

    /// The spring of a thumb that is not dragged.
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
    /// The maximum time and distance between the presses of a double click.
    public static let doubleClick = (within: Duration.milliseconds(400), distance: 4.0)
    /// The number of steps for Page Up, Page Down, and an arrow key with Shift.
    public static let largeStep = 10
  }
}
