public import Motion
public import Scene

extension Theme {
  /// The style and behavior of a token field. Lengths are in logical pixels.
  public enum TokenField {
    /// The spacing between tokens, and between lines.
    public static let spacing = 6.0
    /// The padding around the text of a token.
    public static let tokenPadding = Insets(horizontal: 8, vertical: 4)
    public static let tokenCornerRadius = 4.0
    /// The opacity of the theme's blue behind a token.
    public static let tokenOpacity = 0.2
    /// The opacity of the theme's blue behind a selected token.
    public static let selectedOpacity = 0.45
    public static let selectedOutline = 1.5
    /// The padding between the outline of the field and its tokens.
    public static let padding = Insets(horizontal: 10, vertical: 8)
    /// The spacing between the field and the status line.
    public static let statusGap = 6.0
    /// The maximum number of characters of a token that appear in a message.
    public static let nameLimit = 40
    /// The distance from the baseline down to the wavy line under invalid text, and to the line
    /// under preedit text.
    public static let waveGap = 2.0
    public static let waveLength = 4.0
    public static let waveDepth = 1.5
    public static let waveWidth = 1.0
    /// The distance from the side of a token within which a press moves the caret there.
    public static let caretMargin = 3.0
    /// The movement that turns a press into a drag, and the maximum distance between the presses of
    /// a double click.
    public static let dragSlop = 4.0
    /// The same distance for a finger, as in the floating button.
    public static let touchSlop = FloatingButton.touchSlop
    /// The duration of a touch that starts a drag, as in the floating button.
    public static let longPress = FloatingButton.longPress
    /// The distance from an edge, inside the field, within which a drag starts to autoscroll.
    public static let autoscrollMargin = 14.0
    /// The minimum autoscroll speed, in logical pixels per second.
    public static let minimumAutoscrollSpeed = 60.0
    /// The increase of the autoscroll speed for each logical pixel of distance.
    public static let autoscrollRate = 10.0
    /// The maximum autoscroll speed, in logical pixels per second.
    public static let maximumAutoscrollSpeed = 2400.0
    /// The distance from the outline of the field to the scroll bar thumb.
    public static let thumbInset = 3.0
    /// The opacity of a dragged token at its original position.
    public static let liftedOpacity = 0.35
    /// The opacity of the drag preview in the window, so that the content below stays visible.
    public static let draggedOpacity = 0.75
    /// The outline around the drop indicator.
    public static let dropHalo = 1.0
    /// The maximum number of tokens in the preview of a drag out of the window.
    public static let maximumPreviewCount = 3
    /// The maximum width of each token in that preview.
    public static let maximumPreviewWidth = 320.0
    /// The scale of a token at the start of its insertion and at the end of its removal.
    public static let minimumScale = 0.8
    /// The spring that moves tokens to their positions.
    public static let moveSpring = Spring(response: 0.3, dampingFraction: 0.85)
    /// The spring of the insertion and removal of tokens.
    public static let presenceSpring = Spring(response: 0.2, dampingFraction: 1)
    /// The spring of the height of the field. It does not overshoot, because that would move the
    /// controls below up and down.
    public static let heightSpring = Spring(response: 0.3, dampingFraction: 1)
    /// The time for which a token is highlighted.
    public static let flash = Duration.milliseconds(600)

    /// The height of the badge with the number of dragged tokens.
    public static let badgeHeight = 18.0
    /// The padding at the sides of the badge.
    public static let badgePadding = 5.0

    /// Returns the shadow of the drag preview.
    public static func dragShadow(_ theme: Theme) -> Shadow {
      Shadow(color: theme.colors.buttonShadow, offset: Vector(dx: 0, dy: 3), blur: 8)
    }
  }
}
