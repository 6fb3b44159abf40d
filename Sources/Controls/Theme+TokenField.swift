public import Scene

extension Theme {
  /// The token field's look.
  public enum TokenField {
    /// Between tokens, and between lines of them.
    public static let spacing = 6.0
    /// Around a token's text.
    public static let tokenPadding = Insets(horizontal: 8, vertical: 4)
    public static let tokenCornerRadius = 4.0
    /// Of the theme's blue, behind a token.
    public static let tokenOpacity = 0.2
    /// Of the theme's blue, behind a selected token.
    public static let selectedOpacity = 0.45
    public static let selectedOutline = 1.5
    /// From the field's outline to its tokens.
    public static let padding = Insets(horizontal: 10, vertical: 8)
    /// From the field to the status line.
    public static let statusGap = 6.0
  }
}
