public import Scene

/// Every colour, length and duration of the look, by name. Lengths are logical pixels.
public struct Theme: Hashable, Sendable {
  public var colors: Colors {
    get { palette.colors }
    set { palette = Palette(newValue) }
  }
  private var palette: Palette

  public init(colors: Colors) { palette = Palette(colors) }

  public static let light = Theme(colors: .light)
  public static let dark = Theme(colors: .dark)

  /// The colours behind a reference.
  ///
  /// Each control keeps the theme, and the compiler follows every number in a type that cannot be
  /// copied through every function that changes one of them: with 64 numbers for each control's
  /// colours, building the forms takes some ten times as long.
  private final class Palette: Hashable, Sendable {
    let colors: Colors

    init(_ colors: Colors) { self.colors = colors }

    static func == (a: Palette, b: Palette) -> Bool { a === b || a.colors == b.colors }

    func hash(into hasher: inout Hasher) { hasher.combine(colors) }
  }
}

extension Theme {
  /// The colours; all text keeps a contrast of 4.5 : 1 with what it stands on, large text 3 : 1.
  public struct Colors: Hashable, Sendable {
    /// Apple's system colours, as people know them from pictures.
    public var red: Color
    public var green: Color
    public var blue: Color
    /// Of what is focused, chosen or switched on, where it has no colour of its own: the blue, or
    /// what the person has chosen on the desktop.
    public var accent: Color
    /// Behind everything.
    public var window: Color
    /// What a form stands on.
    public var card: Color
    /// What lies above forms for a while, as a menu does; in the dark, where shadows tell little,
    /// the higher the lighter.
    public var raised: Color
    /// The outline of what is raised.
    public var raisedOutline: Color
    /// The inside of a text field.
    public var field: Color
    /// The outline of a text field without focus.
    public var fieldOutline: Color
    public var text: Color
    /// Captions, status lines, placeholders.
    public var secondaryText: Color
    /// Text and glyphs on the red button.
    public var onRed: Color
    /// Text and glyphs on the green button.
    public var onGreen: Color
    /// Behind selected text.
    public var selection: Color
    public var cardShadow: Color
    public var buttonShadow: Color

    public static let light = Colors(
      red: Color(hex: 0xFF3B30), green: Color(hex: 0x34C759), blue: Color(hex: 0x007AFF),
      accent: Color(hex: 0x007AFF), window: Color(hex: 0xF2F2F7), card: Color(hex: 0xFFFFFF),
      raised: Color(hex: 0xFFFFFF), raisedOutline: Color(hex: 0x1C1C1E, alpha: 0.1),
      field: Color(hex: 0xFFFFFF), fieldOutline: Color(hex: 0xC6C6CC), text: Color(hex: 0x1C1C1E),
      secondaryText: Color(hex: 0x65656B), onRed: .white, onGreen: .black,
      selection: Color(hex: 0x007AFF, alpha: 0.25), cardShadow: Color(hex: 0x000000, alpha: 0.08),
      buttonShadow: Color(hex: 0x000000, alpha: 0.3))

    public static let dark = Colors(
      red: Color(hex: 0xFF453A), green: Color(hex: 0x30D158), blue: Color(hex: 0x0A84FF),
      accent: Color(hex: 0x0A84FF), window: Color(hex: 0x111113), card: Color(hex: 0x1E1E21),
      raised: Color(hex: 0x2E2E33), raisedOutline: Color(hex: 0xF5F5F7, alpha: 0.16),
      field: Color(hex: 0x29292D), fieldOutline: Color(hex: 0x4A4A50), text: Color(hex: 0xF5F5F7),
      secondaryText: Color(hex: 0xA6A6AD), onRed: .white, onGreen: .black,
      selection: Color(hex: 0x0A84FF, alpha: 0.4), cardShadow: Color(hex: 0x000000, alpha: 0.4),
      buttonShadow: Color(hex: 0x000000, alpha: 0.55))
  }

  /// Text, by what it is for.
  public enum Fonts {
    /// The first of these that the machine has.
    public static let family = "Inter, Adwaita Sans, Cantarell, Noto Sans, sans-serif"

    public static let title = TextStyle(family: family, size: 24, weight: .bold)
    public static let heading = TextStyle(family: family, size: 15, weight: .semibold)
    public static let body = TextStyle(family: family, size: 15)
    public static let token = TextStyle(family: family, size: 14)
    public static let caption = TextStyle(family: family, size: 13)
    /// The floating button's label.
    public static let buttonLabel = TextStyle(family: family, size: 28, weight: .medium)
    /// Submit.
    public static let submit = TextStyle(family: family, size: 22, weight: .bold)

    /// All of them, for whoever looks the fonts up before they are needed.
    public static let all = [title, heading, body, token, caption, buttonLabel, submit]
  }

  /// The ring around what has the keyboard focus.
  public enum FocusRing {
    public static let width = 3.0
    /// From the control's edge to the ring's inner edge.
    public static let gap = 2.0
    /// Of the theme's accent; below 0.85 the blue's contrast with the light window would be less than
    /// 3 : 1.
    public static let opacity = 0.9
  }

  /// The caret in every kind of text.
  public enum Caret {
    public static let width = 2.0
    /// Shown, and hidden, this long before it fades.
    public static let hold = Duration.milliseconds(400)
    /// Eight frames of 1/60 s.
    public static let fade = Duration.seconds(8) / 60
    /// From one appearance to the next, and the least and the most that it may be.
    public static let period = (hold + fade) * 2
    public static let periods = Duration.milliseconds(100)...Duration.seconds(60)
    /// Without input this long it stops blinking, shown; as GTK's `gtk-cursor-blink-timeout`.
    public static let blinkTimeout = Duration.seconds(10)
  }

  /// Half of the least difference in opacity that 8 bits can show.
  public static let opacityThreshold = 1.0 / 512
}
