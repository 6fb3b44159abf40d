public import Scene

extension Theme {
  /// The style and timing of a tooltip. It uses the window color for its text, and the text color
  /// for its background. Lengths are in logical pixels.
  public enum Tooltip {
    /// The time that the pointer rests before the tooltip appears, the same as in GTK.
    public static let delay = Duration.milliseconds(500)
    /// The delay while a tooltip is visible, and for `browsingTimeout` after it was hidden, as in
    /// the browse mode of GTK. The user sees the tooltips of a row one after the other.
    public static let browsingDelay = Duration.milliseconds(60)
    /// The time after hiding a tooltip during which `browsingDelay` applies.
    public static let browsingTimeout = Duration.milliseconds(500)
    /// The duration of fading in and out.
    public static let fade = Duration.milliseconds(150)

    public static let style = Fonts.caption
    /// The maximum width of the text.
    public static let width = 360.0
    /// The maximum number of lines.
    public static let lines = 12
    /// The padding around the text.
    public static let padding = Insets(horizontal: 12, vertical: 8)
    public static let cornerRadius = 8.0
    /// The distance from the element that the tooltip describes.
    public static let gap = 6.0
    /// The minimum distance from the edges of the window.
    public static let margin = 8.0
  }
}
