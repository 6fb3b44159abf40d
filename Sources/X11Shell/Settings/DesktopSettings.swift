public import Scene

/// How the person has set the desktop, as far as programs are told.
///
/// `nil` stands everywhere for what the desktop does not say, so that a program's own ways hold.
/// Every number lies in the range that is stated for it; what a desktop says beyond is moved there.
public struct DesktopSettings: Hashable, Sendable {
  /// Whether windows are to be light or dark.
  public enum ColorScheme: Hashable, Sendable {
    case light, dark
  }

  /// How the caret blinks in text.
  public var caret = Caret()
  /// A second press that comes so soon after the first makes a double click: 50 ms … 5 s.
  public var doubleClickTime: Duration?
  /// How far a press may move before it becomes a drag, in logical pixels: 1 … 500.
  public var dragThreshold: Double?
  /// Whether things may move that need not: the desktop's animations are on, and nobody has asked
  /// for less motion. `true` where nothing is said.
  public var allowsMotion = true
  /// Whether the middle button pastes what is selected. `true` where nothing is said.
  public var pastesSelection = true
  /// The pointer's pictures.
  public var pointer = Pointer()
  /// The families in which the desktop writes its own words, in the order of preference and separated
  /// by commas; at most 200 bytes.
  ///
  /// Of the font's size nothing is said: what makes all text larger is in the scale. Nor is there how
  /// to put glyphs on pixels (`Xft/Antialias`, `Xft/Hinting`, `Xft/RGBA`), which is for programs that
  /// keep pictures of glyphs for one place and size.
  public var fontFamily: String?
  public var colorScheme: ColorScheme?
  /// Whether what stands out is to stand out more.
  public var wantsHighContrast = false
  /// What is chosen, focused or switched on is shown by it; opaque.
  public var accent: Color?

  /// What is so where the desktop says nothing.
  public init() {}
}

extension DesktopSettings {
  /// How the caret blinks in text.
  public struct Caret: Hashable, Sendable {
    /// `true` where nothing is said.
    public var blinks = true
    /// From one appearance to the next: 100 ms … 1 min.
    public var period: Duration?
    /// Without input this long it stops, shown: 1 s … 1 day.
    public var timeout: Duration?

    public init() {}
  }

  /// The pointer's pictures.
  public struct Pointer: Hashable, Sendable {
    /// As in `XCURSOR_THEME`.
    public var themeName: String?
    /// In device pixels: 8 … 512.
    public var size: Int?

    public init() {}
  }
}
