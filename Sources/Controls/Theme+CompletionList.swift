public import Motion
public import Scene

extension Theme {
  /// The list of what text may be meant for; lengths are logical pixels. Its corners and its rows'
  /// have the same centres.
  public enum CompletionList {
    /// Whatever is in it, so that it does not change while one types.
    public static let width = 320.0
    /// How many rows can be seen at once, at most.
    public static let rows = 8
    public static let rowHeight = 28.0
    public static let rowCornerRadius = 8.0
    /// At a row's leading and trailing side.
    public static let rowPadding = 10.0
    /// Around all rows.
    public static let padding = 4.0
    public static let cornerRadius = 12.0
    public static let outline = 1.0
    /// From the line of text to the list.
    public static let gap = 4.0
    /// From what it must stay within.
    public static let margin = 8.0
    public static let shadow = ActionPanel.shadow

    public static let style = Fonts.token
    /// Of the theme's accent, behind the letters that were typed.
    public static let matchOpacity = 0.25
    public static let matchCornerRadius = 3.0
    /// Of the theme's accent, behind what the pointer is on.
    public static let hoverOpacity = 0.08
    /// Of the theme's accent, behind what Enter takes.
    public static let highlightOpacity = 0.2
    /// From the list's side to the thumb.
    public static let thumbInset = 3.0

    /// How long it takes to come and to go.
    public static let fade = Animation.timing(.easeOut, duration: .milliseconds(120))
    /// Of its size, when it begins to come.
    public static let leastScale = 0.96
  }
}
