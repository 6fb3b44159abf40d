public import Motion
public import Scene

extension Theme {
  /// The style and timing of menus and of the panel into which the floating button expands. Lengths
  /// are in logical pixels; multiples of 4 are whole device pixels at every scale in steps of ¼.
  public enum ActionPanel {
    /// The minimum distance from the panel at rest to the edges of the window.
    public static let margin = 8.0

    /// The spring of a panel into which a button expands: the spring of the button.
    public static let gridSpring = FloatingButton.spring
    /// The spring of a menu. It does not oscillate, so that the text is legible immediately.
    public static let menuSpring = Spring(response: 0.2, dampingFraction: 1)
    /// The time after opening in which a press closes the panel. Without it, the second press of a
    /// double click could choose an item that appears under the pointer.
    public static let pressGuard = Duration.milliseconds(250)
    /// The fraction of the opening transition during which the content is hidden.
    public static let contentStart = 0.5
    /// The maximum duration and movement of a press that opens a menu and leaves it open.
    public static let click = (duration: Duration.milliseconds(300), slop: 8.0)
    /// The maximum pause between typed letters that are part of the same search text.
    public static let typingPause = Duration.seconds(1)
    /// The time for which a choice is highlighted.
    public static let feedback = Duration.milliseconds(300)

    /// The opacity of the accent behind the item that is highlighted by pointer or keyboard.
    public static let highlightOpacity = 0.1
    /// The opacity of the accent behind an item that is pressed or was just chosen.
    public static let pressedOpacity = 0.18
    /// The opacity of the text and the icon of a disabled item.
    public static let disabledOpacity = 0.4
    public static let outline = 1.0
    public static let shadow = (offset: Vector(dx: 0, dy: 8), blur: 16.0)

    /// The distance from the vertical center of a line down to its baseline: half the cap height.
    public static let baseline = 5.0
    public static let label = TextStyle(family: Fonts.family, size: 13, weight: .medium)
    /// The font of the detail text, under the label of a tile.
    public static let detail = TextStyle(family: Fonts.family, size: 12)
    /// The font of keyboard shortcuts, at the trailing edge of a menu.
    public static let shortcut = TextStyle(family: Fonts.family, size: 13)
  }

  /// The style of a panel of tiles. The rounded corners of the panel and the tiles are concentric.
  public enum ActionGrid {
    public static let cornerRadius = 20.0
    public static let padding = 8.0
    /// The spacing between tiles.
    public static let gap = 4.0
    public static let tileWidth = 104.0
    public static let tileCornerRadius = 12.0
    /// The distance from the top of a tile to its icon, and from its last line to its bottom.
    public static let tilePadding = 12.0
    /// The minimum distance from the text to the sides of a tile.
    public static let textMargin = 4.0
    public static let icon = 24.0
    public static let iconGap = 8.0
    public static let lineHeight = 16.0
  }

  /// The style of a menu. The rounded corners of the menu and its rows are concentric.
  public enum ActionMenu {
    public static let cornerRadius = 12.0
    public static let padding = 4.0
    public static let minimumWidth = 160.0
    public static let rowHeight = 32.0
    public static let rowCornerRadius = 8.0
    /// The padding at the leading and trailing edge of a row.
    public static let rowPadding = 12.0
    public static let icon = 20.0
    public static let iconGap = 12.0
    /// The spacing between a label and its detail text.
    public static let detailGap = 8.0
    /// The minimum spacing between the text and the shortcut of a row.
    public static let shortcutGap = 32.0
  }
}
