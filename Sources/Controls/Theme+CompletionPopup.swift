public import Motion
public import Scene

extension Theme {
  /// The style of the pop-up list of completions. Lengths are in logical pixels. The rounded
  /// corners of the list and its rows are concentric.
  public enum CompletionPopup {
    /// The width of the list. It does not depend on the content, so that it stays the same during
    /// typing.
    public static let width = 320.0
    /// The maximum number of visible rows.
    public static let maximumRowCount = 8
    public static let rowHeight = 28.0
    public static let rowCornerRadius = 8.0
    /// The padding at the leading and trailing edge of a row.
    public static let rowPadding = 10.0
    /// The padding around all rows.
    public static let padding = 4.0
    public static let cornerRadius = 12.0
    public static let outline = 1.0
    /// The spacing between the line of text and the list.
    public static let gap = 4.0
    /// The minimum distance from the list to the edges of the available area.
    public static let margin = 8.0
    public static let shadow = ActionPanel.shadow

    public static let style = Fonts.token
    /// The opacity of the accent behind the characters that match the typed text.
    public static let matchOpacity = 0.25
    public static let matchCornerRadius = 3.0
    /// The opacity of the accent behind the row under the pointer.
    public static let hoverOpacity = 0.08
    /// The opacity of the accent behind the row that Enter accepts.
    public static let highlightOpacity = 0.2
    /// The distance from the side of the list to the scroll bar thumb.
    public static let thumbInset = 3.0

    /// The animation for showing and hiding the list.
    public static let fade = Animation.timing(.easeOut, duration: .milliseconds(120))
    /// The scale of the list when it starts to appear.
    public static let minimumScale = 0.96
  }
}
