public import Motion

extension Theme {
  /// A segmented control's look and feel; lengths are logical pixels.
  public enum SegmentedControl {
    public static let height = 30.0
    public static let cornerRadius = 8.0
    /// Of the theme's text colour, behind all segments.
    public static let backgroundOpacity = 0.06
    /// From the background's sides to the selected segment.
    public static let inset = 2.0
    public static let selectedOutline = 1.5
    /// Of the theme's accent, behind the segment that is selected, under the pointer, pressed.
    public static let selectedOpacity = 0.2
    public static let hoveredOpacity = 0.08
    public static let pressedOpacity = 0.18
    /// Of the selection's mark, from one segment to another.
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
  }
}
