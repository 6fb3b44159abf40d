public import Motion

extension Theme {
  /// The style of a segmented control. Lengths are in logical pixels.
  public enum SegmentedControl {
    public static let height = 30.0
    public static let cornerRadius = 8.0
    /// The opacity of the text color behind all segments.
    public static let backgroundOpacity = 0.06
    /// The distance from the edge of the background to the selected segment.
    public static let inset = 2.0
    public static let selectedOutline = 1.5
    /// The opacity of the accent behind the selected segment.
    public static let selectedOpacity = 0.2
    /// The opacity of the accent behind a hovered segment.
    public static let hoveredOpacity = 0.08
    /// The opacity of the accent behind a pressed segment.
    public static let pressedOpacity = 0.18
    /// The spring of the selection indicator.
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
  }
}
