public import Motion
public import Scene

extension Theme {
  /// The style of the tuning inspector. Lengths are in logical pixels.
  public enum Inspector {
    /// The spacing between the title and the plot.
    public static let titleGap = 12.0
    /// The spacing between groups of rows.
    public static let groupGap = 12.0
    /// The spacing between the plot and its caption, and between a label and the control below it.
    public static let textGap = 8.0
    public static let rowHeight = 30.0
    /// The spacing between the label, the slider and the value of a row.
    public static let columnGap = 12.0
    /// The spacing between the two buttons.
    public static let buttonGap = 8.0
    public static let buttonHeight = 32.0
    public static let buttonPadding = 16.0
    public static let buttonCornerRadius = 8.0
    /// The size of the close button, and the size and line width of its cross.
    public static let close = (size: 26.0, icon: 9.0, stroke: 1.75)
    /// The size and line width of the check mark of a button, and its distance from the label.
    public static let checkMark = (size: 10.0, stroke: 1.75, gap: 6.0)
    /// The opacity of the text color behind a button that is at rest, hovered or pressed.
    public static let buttonOpacity = (normal: 0.06, hovered: 0.1, pressed: 0.16)
    public static let buttonLabel = TextStyle(family: Fonts.family, size: Fonts.caption.size, weight: .medium)
    /// The time for which the copy button confirms a copy.
    public static let copiedTime = Duration.milliseconds(1500)
    /// The clock rate of the button and the plot in slow motion.
    public static let slowRate = 0.1
  }

  /// The style of a toggle switch. Lengths are in logical pixels.
  public enum ToggleSwitch {
    public static let size = Size(width: 36, height: 20)
    /// Half of the distance from the edge of the switch to its knob.
    public static let inset = 2.0
    public static let outline = 1.5
    /// The opacity of the accent in a hovered switch that is off.
    public static let hoveredOpacity = 0.08
    /// The spring of the knob.
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
  }
}
