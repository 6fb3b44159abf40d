public import Motion
public import Scene

extension Theme {
  /// The look and feel of menus and of the panel that the floating button becomes; lengths are
  /// logical pixels. Multiples of 4 are whole device pixels at every quarter of a scale.
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
    public static let contentStart = 0.5
    /// A press that opened a menu leaves it open when it is let go this soon and this near.
    public static let click = (duration: Duration.milliseconds(300), slop: 8.0)
    /// Letters typed with no longer pauses than this make one word.
    public static let typingPause = Duration.seconds(1)
    /// How long a choice is seen.
    public static let feedback = Duration.milliseconds(300)

    /// Of the theme's accent, behind what the pointer or the keyboard is at.
    public static let highlightOpacity = 0.1
    /// Of the theme's accent, behind what is pressed or was just chosen.
    public static let pressedOpacity = 0.18
    /// Of the words and the icon of what can't be done.
    public static let disabledOpacity = 0.4
    public static let outline = 1.0
    public static let shadow = (offset: Vector(dx: 0, dy: 8), blur: 16.0)

    /// From the middle of a line's height down to its baseline: half of a capital's height.
    public static let baseline = 5.0
    public static let label = TextStyle(family: Fonts.family, size: 13, weight: .medium)
    /// Under a tile's label.
    public static let detail = TextStyle(family: Fonts.family, size: 12)
    /// Before a menu's trailing side.
    public static let shortcut = TextStyle(family: Fonts.family, size: 13)
  }

  /// A panel of tiles; its corners and theirs have the same centres.
  public enum ActionGrid {
    public static let cornerRadius = 20.0
    public static let padding = 8.0
    /// Between tiles.
    public static let gap = 4.0
    public static let tileWidth = 104.0
    public static let tileCornerRadius = 12.0
    /// From a tile's top to its icon, and from its last line to its bottom.
    public static let tilePadding = 12.0
    /// At a tile's sides, beside text that is too long for it.
    public static let textMargin = 4.0
    public static let icon = 24.0
    public static let iconGap = 8.0
    public static let lineHeight = 16.0
  }

  /// A menu; its corners and its rows' have the same centres.
  public enum ActionMenu {
    public static let cornerRadius = 12.0
    public static let padding = 4.0
    public static let minWidth = 160.0
    public static let rowHeight = 32.0
    public static let rowCornerRadius = 8.0
    /// At a row's leading and trailing side.
    public static let rowPadding = 12.0
    public static let icon = 20.0
    public static let iconGap = 12.0
    /// Between a label and its detail.
    public static let detailGap = 8.0
    /// Between the words at the leading side and a shortcut, at least.
    public static let shortcutGap = 32.0
  }
}
