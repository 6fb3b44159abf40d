public import Scene

/// The user's desktop settings, as far as programs can read them.
///
/// `nil` means that the desktop does not define a value, so the program's default applies. Every
/// number is clamped to the range that is stated for it.
public struct DesktopSettings: Hashable, Sendable {
  /// The color scheme that the desktop prefers.
  public enum ColorScheme: Hashable, Sendable { case light, dark }

  /// The blinking of the text caret.
  public var caret = Caret()
  /// The maximum time between the presses of a double-click, 50 ms … 5 s.
  public var doubleClickTime: Duration?
  /// The distance in logical pixels after which a press becomes a drag, 1 … 500.
  public var dragThreshold: Double?
  /// Whether nonessential animations are allowed: the desktop has enabled animations, and the user
  /// has not requested reduced motion. `true` if not defined.
  public var allowsMotion = true
  /// Whether the middle button pastes the primary selection. `true` if not defined.
  public var pastesSelection = true
  /// The theme and size of the pointer cursors.
  public var pointer = Pointer()
  /// The font families of the desktop in order of preference, separated by commas, at most 200
  /// bytes.
  ///
  /// The font size is omitted, because the scale already includes the text size. The rasterization
  /// settings (`Xft/Antialias`, `Xft/Hinting`, `Xft/RGBA`) are omitted too: they are for programs
  /// that cache glyph images for a fixed position and size.
  public var fontFamily: String?
  public var colorScheme: ColorScheme?
  /// Whether the contrast of highlighted elements should be increased.
  public var wantsHighContrast = false
  /// The opaque color of selected, focused and enabled elements.
  public var accent: Color?

  /// Creates the default settings.
  public init() {}
}

extension DesktopSettings {
  /// The blinking of the text caret.
  public struct Caret: Hashable, Sendable {
    /// Whether the caret blinks. `true` if not defined.
    public var blinks = true
    /// The duration of one blink cycle, 100 ms … 1 min.
    public var period: Duration?
    /// The time without input after which the caret stops blinking and remains visible, 1 s … 1
    /// day.
    public var timeout: Duration?

    public init() {}
  }

  /// The theme and size of the pointer cursors.
  public struct Pointer: Hashable, Sendable {
    /// The name of the theme, as in `XCURSOR_THEME`.
    public var themeName: String?
    /// The size in device pixels, 8 … 512.
    public var size: Int?

    public init() {}
  }
}
