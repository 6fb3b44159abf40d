public import Motion
public import Scene

extension Theme {
  /// The inspector's look; lengths are logical pixels.
  public enum Inspector {
    /// From the title to the plot, and from one group of rows to the next.
    public static let titleGap = 12.0
    public static let groupGap = 12.0
    /// From the plot to the words that tell the same, and from a label to what stands under it.
    public static let wordsGap = 8.0
    public static let rowHeight = 30.0
    /// Between a row's label, its slider and its value.
    public static let columnGap = 12.0
    public static let buttonGap = 8.0
    public static let buttonHeight = 32.0
    public static let buttonPadding = 16.0
    public static let buttonCornerRadius = 8.0
    /// The button that closes it, and the cross in it.
    public static let close = (size: 26.0, glyph: 9.0, stroke: 1.75)
    /// The mark before a button's label, and its distance from that.
    public static let mark = (size: 10.0, stroke: 1.75, gap: 6.0)
    /// Of the theme's text colour, behind a button at rest, under the pointer, pressed.
    public static let buttonOpacity = (rest: 0.06, hovered: 0.1, pressed: 0.16)
    public static let buttonLabel = TextStyle(
      family: Fonts.family, size: Fonts.caption.size, weight: .medium)
    /// How long it says that it has copied.
    public static let copiedTime = Duration.milliseconds(1500)
    /// Of the clock in slow motion, the button's and the plot's.
    public static let slowRate = 0.1
  }

  /// A switch's look; lengths are logical pixels.
  public enum ToggleSwitch {
    public static let size = Size(width: 36, height: 20)
    /// From the switch's sides to its knob.
    public static let inset = 2.0
    public static let outline = 1.5
    public static let hoveredOpacity = 0.08
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
  }
}
