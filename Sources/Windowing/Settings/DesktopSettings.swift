public import Scene
import X11

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
  /// The maximum distance in logical pixels between the presses of a double-click, 0 … 500.
  public var doubleClickDistance: Double?
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
  /// The name of the icon theme.
  public var iconTheme: String?
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

extension DesktopSettings {
  /// Creates the settings from the XSETTINGS manager and the portal. Values of the portal take
  /// precedence.
  init(_ settings: XSettings, _ appearance: PortalAppearance) {
    self.init()
    caret = Caret(settings)
    doubleClickTime = settings.milliseconds(.doubleClickTime, in: 50...5000)
    doubleClickDistance = settings.integer(.doubleClickDistance).map { Double($0.clamped(to: 0...500)) }
    dragThreshold = settings.integer(.dndDragThreshold).map { Double($0.clamped(to: 1...500)) }
    allowsMotion = settings.isOn(.enableAnimations) ?? true && !appearance.reducesMotion
    pastesSelection = settings.isOn(.enablePrimaryPaste) ?? true
    pointer = Pointer(settings)
    fontFamily = settings.string(.fontName).flatMap { FontName($0).family }
    iconTheme = settings.string(.iconThemeName)
    colorScheme = appearance.colorScheme ?? (settings.hasDarkTheme ? .dark : nil)
    wantsHighContrast = appearance.wantsHighContrast || settings.themeName.hasPrefix("highcontrast")
    accent = appearance.accent
  }
}

extension DesktopSettings.Caret {
  /// Creates the caret settings. A period or timeout of 0 or less disables blinking.
  fileprivate init(_ settings: XSettings) {
    self.init()
    let times = [settings.integer(.cursorBlinkTime), settings.integer(.cursorBlinkTimeout)]
    blinks = settings.isOn(.cursorBlink) ?? true && times.allSatisfy { $0 ?? 1 > 0 }
    guard blinks else { return }
    period = settings.milliseconds(.cursorBlinkTime, in: 100...60_000)
    timeout = settings.integer(.cursorBlinkTimeout).map { .seconds($0.clamped(to: 1...86_400)) }
  }
}

extension DesktopSettings.Pointer {
  /// Creates the cursor settings. A size of 0 or less means the size of the theme.
  fileprivate init(_ settings: XSettings) {
    self.init()
    themeName = settings.string(.cursorThemeName)
    size = settings.integer(.cursorThemeSize).flatMap { $0 > 0 ? $0.clamped(to: 8...512) : nil }
  }
}

extension XSettings {
  /// The name of the GTK theme in lowercase, whose parts are hints for desktops without a portal.
  fileprivate var themeName: String { string(.themeName)?.lowercased() ?? "" }

  /// Whether the theme is dark. The dark variant of a theme ends in `dark`, after `-`, `_` or `:`. GNOME's
  /// dark high-contrast theme is `HighContrastInverse`. Any other name does not imply a light
  /// theme.
  fileprivate var hasDarkTheme: Bool {
    isOn(.applicationPreferDarkTheme) == true || themeName == "highcontrastinverse"
      || ["-dark", "_dark", ":dark"].contains { themeName.hasSuffix($0) }
  }

  /// Returns a setting in milliseconds, clamped to a range.
  fileprivate func milliseconds(_ name: Name, in range: ClosedRange<Int>) -> Duration? {
    integer(name).map { .milliseconds($0.clamped(to: range)) }
  }
}

/// A font name as desktops store it and Pango parses it: one or more families, style words, and a
/// size (`pango_font_description_from_string`).
struct FontName {
  /// The families in order of preference, separated by commas. `nil` if no family is named that the
  /// user has chosen.
  let family: String?

  /// The maximum accepted length of the families in bytes.
  private static let maximumLength = 200

  init(_ name: String) {
    var words = name.split(separator: " ")[...]
    if let size = words.last, Self.isSize(size) { words.removeLast() }
    // A comma ends the families, so a family name may end with a style word.
    while let word = words.last, Self.styles.contains(Self.plain(word)) { words.removeLast() }
    let family = words.joined(separator: " ").split(separator: ",").map { $0.drop { $0 == " " } }.filter {
      !$0.isEmpty
    }.joined(separator: ", ")
    let isChosen = !family.isEmpty && !Self.generic.contains(Self.plain(family))
    self.family = isChosen && family.utf8.count <= Self.maximumLength ? family : nil
  }

  /// Returns whether a word is a size in points or pixels.
  private static func isSize(_ word: Substring) -> Bool {
    let number = word.hasSuffix("px") ? word.dropLast(2) : word
    return number.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
      && Double(number) != nil
  }

  /// Returns a word in the form in which words are compared.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "-" && $0 != " " }
  }

  /// The generic families, for which fontconfig or the desktop chooses a font.
  private static let generic: Set<String> = [
    "sans", "sansserif", "serif", "monospace", "systemui", "uisansserif",
  ]

  /// Pango's words for slant, variant, weight and width, without hyphens.
  private static let styles: Set<String> = [
    "normal", "roman", "oblique", "italic", "smallcaps", "allsmallcaps", "petitecaps", "allpetitecaps",
    "unicase", "titlecaps", "thin", "ultralight", "extralight", "light", "semilight", "demilight", "book",
    "regular", "medium", "semibold", "demibold", "bold", "ultrabold", "extrabold", "heavy", "black",
    "ultraheavy", "extraheavy", "ultrablack", "extrablack", "ultracondensed", "extracondensed", "condensed",
    "semicondensed", "semiexpanded", "expanded", "extraexpanded", "ultraexpanded",
  ]
}
