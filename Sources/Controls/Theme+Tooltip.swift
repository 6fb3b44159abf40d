public import Scene

extension Theme {
  /// The panel that tells more about what the pointer rests on; its text is in the colour of windows,
  /// on the colour of text.
  public enum Tooltip {
    /// How long the pointer rests before it appears, as GTK has it.
    public static let delay = Duration.milliseconds(500)
    /// The same while one was shown no longer ago than `memory`, or still is: whoever looks along a
    /// row sees one after the other (GTK's browse mode).
    public static let browsingDelay = Duration.milliseconds(60)
    public static let memory = Duration.milliseconds(500)
    /// In and out.
    public static let fade = Duration.milliseconds(150)

    public static let style = Fonts.caption
    /// Of the text, at most.
    public static let width = 360.0
    public static let lines = 12
    /// From the text to the panel's sides.
    public static let padding = Insets(horizontal: 12, vertical: 8)
    public static let cornerRadius = 8.0
    /// From what it tells about.
    public static let gap = 6.0
    /// From the sides of the window.
    public static let margin = 8.0
  }
}
