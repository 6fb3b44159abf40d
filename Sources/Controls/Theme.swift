public import Scene

/// The colors, fonts, lengths and durations of all controls.
///
/// The colors belong to an instance. All other values are static members, grouped by control.
/// Lengths are in logical pixels.
public struct Theme: Hashable, Sendable {
  /// The colors of the theme.
  public var colors: Colors {
    get { palette.colors }
    set { palette = Palette(newValue) }
  }
  private var palette: Palette

  /// Creates a theme with the given colors.
  public init(colors: Colors) { palette = Palette(colors) }

  /// The light theme.
  public static let light = Theme(colors: .light)
  /// The dark theme.
  public static let dark = Theme(colors: .dark)

  /// A reference to the colors, which keeps compile times short.
  ///
  /// Each control stores the theme, and the compiler tracks each field of a noncopyable type
  /// through every mutating function. With 64 fields of colors in each control, building the forms
  /// takes about ten times as long.
  private final class Palette: Hashable, Sendable {
    let colors: Colors

    init(_ colors: Colors) { self.colors = colors }

    static func == (a: Palette, b: Palette) -> Bool { a === b || a.colors == b.colors }

    func hash(into hasher: inout Hasher) { hasher.combine(colors) }
  }
}

extension Theme {
  /// The colors of a theme. The contrast with the background is at least 4.5 : 1 for text and 3 : 1
  /// for large text.
  public struct Colors: Hashable, Sendable {
    /// Apple's system red.
    public var red: Color
    /// Apple's system green.
    public var green: Color
    /// Apple's system blue.
    public var blue: Color
    /// The color of focused, selected or active elements without a color of their own. It is the
    /// blue, or the accent color of the desktop settings.
    public var accent: Color
    /// The background of the window.
    public var window: Color
    /// The background of a form.
    public var card: Color
    /// The background of temporary panels above forms, such as menus. In the dark theme, where
    /// shadows are hardly visible, higher layers are lighter.
    public var raised: Color
    /// The outline of a raised panel.
    public var raisedOutline: Color
    /// The background of a text field.
    public var field: Color
    /// The outline of a text field without focus.
    public var fieldOutline: Color
    /// The primary text color.
    public var text: Color
    /// The color of captions, status lines and placeholders.
    public var secondaryText: Color
    /// The color of text and symbols on the red button.
    public var onRed: Color
    /// The color of text and symbols on the green button.
    public var onGreen: Color
    /// The background of selected text.
    public var selection: Color
    /// The shadow of a form.
    public var cardShadow: Color
    /// The shadow of a floating button or a raised panel.
    public var buttonShadow: Color

    /// The colors of the light theme.
    public static let light = Colors(
      red: Color(hex: 0xFF3B30), green: Color(hex: 0x34C759), blue: Color(hex: 0x007AFF),
      accent: Color(hex: 0x007AFF), window: Color(hex: 0xF2F2F7), card: Color(hex: 0xFFFFFF),
      raised: Color(hex: 0xFFFFFF), raisedOutline: Color(hex: 0x1C1C1E, alpha: 0.1),
      field: Color(hex: 0xFFFFFF), fieldOutline: Color(hex: 0xC6C6CC), text: Color(hex: 0x1C1C1E),
      secondaryText: Color(hex: 0x65656B), onRed: .white, onGreen: .black,
      selection: Color(hex: 0x007AFF, alpha: 0.25), cardShadow: Color(hex: 0x000000, alpha: 0.08),
      buttonShadow: Color(hex: 0x000000, alpha: 0.3))

    /// The colors of the dark theme.
    public static let dark = Colors(
      red: Color(hex: 0xFF453A), green: Color(hex: 0x30D158), blue: Color(hex: 0x0A84FF),
      accent: Color(hex: 0x0A84FF), window: Color(hex: 0x111113), card: Color(hex: 0x1E1E21),
      raised: Color(hex: 0x2E2E33), raisedOutline: Color(hex: 0xF5F5F7, alpha: 0.16),
      field: Color(hex: 0x29292D), fieldOutline: Color(hex: 0x4A4A50), text: Color(hex: 0xF5F5F7),
      secondaryText: Color(hex: 0xA6A6AD), onRed: .white, onGreen: .black,
      selection: Color(hex: 0x0A84FF, alpha: 0.4), cardShadow: Color(hex: 0x000000, alpha: 0.4),
      buttonShadow: Color(hex: 0x000000, alpha: 0.55))
  }

  /// The fonts, by purpose.
  public enum Fonts {
    /// The font families in order of preference. The first one that is installed is used.
    public static let family = "Inter, Adwaita Sans, Cantarell, Noto Sans, sans-serif"

    /// The title of a form.
    public static let title = TextStyle(family: family, size: 24, weight: .bold)
    /// Headings of panels and parts of the window.
    package static let heading = TextStyle(family: family, size: 15, weight: .semibold)
    /// Text in password fields.
    public static let body = TextStyle(family: family, size: 15)
    /// Text in token fields and completions.
    package static let token = TextStyle(family: family, size: 14)
    /// Captions, status lines and small controls.
    public static let caption = TextStyle(family: family, size: 13)
    /// The floating button's label.
    package static let buttonLabel = TextStyle(family: family, size: 28, weight: .medium)
    /// The label of the submit button.
    package static let submit = TextStyle(family: family, size: 22, weight: .bold)
    /// The label of a button in a dialog.
    package static let dialogButton = TextStyle(family: family, size: 14, weight: .medium)

    /// All fonts, so that the renderer can look them up before they are needed.
    package static let all = [title, heading, body, token, caption, buttonLabel, submit]
  }

  /// The style of the ring around the focused control. Lengths are in logical pixels.
  package enum FocusRing {
    package static let width = 3.0
    /// The distance from the edge of the control to the inner edge of the ring.
    package static let gap = 2.0
    /// The opacity of the accent. Below 0.85, the contrast of the blue with the light window would
    /// be less than 3 : 1.
    package static let opacity = 0.9
  }

  /// The style and timing of the caret.
  package enum Caret {
    package static let width = 2.0
    /// The time that the caret is fully visible, and fully hidden, before it fades.
    package static let hold = Duration.milliseconds(400)
    /// The duration of a fade.
    package static let fade = Duration.seconds(8) / 60
    /// The default blink period.
    package static let period = (hold + fade) * 2
    /// The range to which a preferred blink period is clamped.
    package static let periodRange = Duration.milliseconds(100)...Duration.seconds(60)
    /// The time without input after which the caret stops blinking and stays visible, like
    /// `gtk-cursor-blink-timeout` of GTK.
    package static let blinkTimeout = Duration.seconds(10)
  }

  /// The settling threshold of opacities: half of the smallest difference that 8 bits can
  /// represent.
  package static let opacityThreshold = 1.0 / 512
}

extension Theme {
  /// The light theme with high contrast. The contrast with the background is at least 7 : 1 for
  /// text and symbols (WCAG 2.2, 1.4.6) and 4.5 : 1 for outlines (more than WCAG 2.2, 1.4.11
  /// requires).
  public static let lightHighContrast = Theme(colors: .lightHighContrast)
  /// The dark theme with high contrast. It has the same minimum contrasts.
  public static let darkHighContrast = Theme(colors: .darkHighContrast)
}

extension Theme.Colors {
  /// The light colors with high contrast: Apple's accessible variants of the system colors.
  public static let lightHighContrast = Theme.Colors(
    red: Color(hex: 0xD70015), green: Color(hex: 0x248A3D), blue: Color(hex: 0x0040DD),
    accent: Color(hex: 0x0040DD), window: Color(hex: 0xF2F2F7), card: .white, raised: .white,
    raisedOutline: Color(hex: 0x3A3A3C), field: .white, fieldOutline: Color(hex: 0x3A3A3C), text: .black,
    secondaryText: Color(hex: 0x3A3A3C), onRed: .white, onGreen: .black,
    selection: Color(hex: 0x0040DD, alpha: 0.25), cardShadow: Color(hex: 0x000000, alpha: 0.3),
    buttonShadow: Color(hex: 0x000000, alpha: 0.5))

  /// The dark colors with high contrast: Apple's accessible variants of the system colors.
  public static let darkHighContrast = Theme.Colors(
    red: Color(hex: 0xFF6961), green: Color(hex: 0x30DB5B), blue: Color(hex: 0x409CFF),
    accent: Color(hex: 0x409CFF), window: .black, card: Color(hex: 0x141416), raised: Color(hex: 0x1C1C1E),
    raisedOutline: Color(hex: 0xD1D1D6), field: .black, fieldOutline: Color(hex: 0xD1D1D6), text: .white,
    secondaryText: Color(hex: 0xD1D1D6), onRed: .black, onGreen: .black,
    selection: Color(hex: 0x409CFF, alpha: 0.4), cardShadow: Color(hex: 0x000000, alpha: 0.4),
    buttonShadow: Color(hex: 0x000000, alpha: 0.55))
}
