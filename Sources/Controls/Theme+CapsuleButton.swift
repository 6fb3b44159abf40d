extension Theme {
  /// The style of a capsule button. Lengths are in logical pixels.
  public enum CapsuleButton {
    /// The padding above and below the label.
    public static let padding = 10.0
    /// The padding at the leading and trailing edge, where the capsule is round.
    public static let horizontalPadding = 28.0
    public static let outline = 2.0
    /// The opacity of the blue in a hovered button.
    public static let hoveredOpacity = 0.08
    /// The opacity of the blue in a pressed button.
    public static let pressedOpacity = 0.18
  }
}
