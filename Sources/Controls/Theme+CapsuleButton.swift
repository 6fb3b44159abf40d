extension Theme {
  /// A capsule button's look; lengths are logical pixels.
  public enum CapsuleButton {
    public static let padding = 10.0
    /// At the leading and trailing side, where the capsule is round.
    public static let horizontalPadding = 28.0
    public static let outline = 2.0
    public static let hoveredOpacity = 0.08
    public static let pressedOpacity = 0.18
  }
}
