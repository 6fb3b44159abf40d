public import Scene

/// The colors, fonts, lengths, opacities, springs and durations of all controls.
///
/// A theme is a value. To restyle controls, change a copy of a theme and pass it to them in their
/// environment:
///
/// ```swift
/// var theme = Theme.light
/// theme.colors.accent = Color(hex: 0x9141AC)
/// theme.fonts.token.size = 18
/// theme.tokenField.spacing = 10
/// ```
///
/// Its properties are those of ``Styles``. Lengths are in logical pixels and not negative, heights and sizes are
/// positive, and opacities are in 0…1.
@dynamicMemberLookup
public struct Theme: Hashable, Sendable {
  @usableFromInline var storage: Storage

  /// Creates a theme with the given colors and the default values of all other properties.
  public init(colors: Colors) { storage = Storage(Styles(colors: colors)) }

  /// The light theme.
  public static let light = Theme(colors: .light)
  /// The dark theme.
  public static let dark = Theme(colors: .dark)

  /// The properties of a theme.
  public struct Styles: Hashable, Sendable {
    /// The colors.
    public var colors: Colors
    /// The fonts, by purpose.
    public var fonts = Fonts()
    /// The style of the ring around the focused control.
    public var focusRing = FocusRingStyle()
    /// The style of scroll bars.
    public var scrollBar = ScrollBarStyle()
    /// The style that all text fields share.
    public var field = FieldStyle()
    /// The style of capsule buttons.
    public var button = ButtonStyle()
    /// The style of toggle switches.
    public var toggleSwitch = SwitchStyle()
    /// The style of sliders.
    public var slider = SliderStyle()
    /// The style of segmented controls.
    public var segmentedControl = SegmentedControlStyle()
    /// The style of token fields.
    public var tokenField = TokenFieldStyle()
    /// The style of password fields.
    public var passwordField = PasswordFieldStyle()
    /// The style of the password form and of the entry of a passphrase.
    public var passwordForm = PasswordFormStyle()
    /// The style of dialogs.
    public var dialog = DialogStyle()
    /// The style of menus, and of the panels that have the same frame.
    public var menu = MenuStyle()
    /// The style of the tiles in the panel into which the floating button expands.
    public var actionGrid = ActionGridStyle()
    /// The style of the list of completions.
    public var completions = CompletionStyle()
    /// The style of tooltips.
    public var tooltip = TooltipStyle()
    /// The style of the floating button.
    public var floatingButton = FloatingButtonStyle()
    /// The springs and durations of transitions.
    public var motion = MotionStyle()
    /// The styles of controls of other modules that differ from their defaults.
    fileprivate var ownStyles: [ObjectIdentifier: OwnStyle] = [:]
  }

  /// Accesses a property of the theme, as in `theme.slider.trackHeight`.
  ///
  /// Inlined, it reads the property directly instead of by a key path.
  @inlinable public subscript<Style>(dynamicMember path: WritableKeyPath<Styles, Style>) -> Style {
    get { storage.styles[keyPath: path] }
    set {
      var styles = storage.styles
      styles[keyPath: path] = newValue
      storage = Storage(styles)
    }
  }

  /// Accesses the style of a control of another module, as in `theme[KnobStyle.self].diameter`.
  public subscript<Style: ThemeStyle>(_: Style.Type) -> Style {
    get { storage.styles.ownStyles[ObjectIdentifier(Style.self)]?.style as? Style ?? Style() }
    set {
      var styles = storage.styles
      styles.ownStyles[ObjectIdentifier(Style.self)] = OwnStyle(style: newValue)
      storage = Storage(styles)
    }
  }

  /// A reference to the properties, which keeps compile times short.
  ///
  /// Each control stores the theme, and the compiler tracks each field of a noncopyable type
  /// through every mutating function. With 64 fields of colors in each control, building the forms
  /// takes about ten times as long.
  @usableFromInline final class Storage: Hashable, Sendable {
    @usableFromInline let styles: Styles

    @usableFromInline init(_ styles: Styles) { self.styles = styles }

    @usableFromInline static func == (a: Storage, b: Storage) -> Bool { a === b || a.styles == b.styles }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(styles) }
  }
}

/// The style of a control that this module does not contain: lengths, opacities, colors and springs.
///
/// A theme has one of each type (`Theme.subscript(_:)`), so that programs restyle such a control like all others.
/// The initializer creates the default values.
public protocol ThemeStyle: Hashable, Sendable {
  /// Creates the default style.
  init()
}

/// A style of any type.
private struct OwnStyle: Hashable, Sendable {
  let style: any ThemeStyle

  static func == (a: OwnStyle, b: OwnStyle) -> Bool { AnyHashable(a.style) == AnyHashable(b.style) }

  func hash(into hasher: inout Hasher) { style.hash(into: &hasher) }
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
  public struct Fonts: Hashable, Sendable {
    /// The font families in order of preference. The first one that is installed is used.
    public static let family = "Inter, Adwaita Sans, Cantarell, Noto Sans, sans-serif"

    /// The title of a form.
    public var title = TextStyle(family: family, size: 24, weight: .bold)
    /// Headings of panels and parts of the window.
    public var heading = TextStyle(family: family, size: 15, weight: .semibold)
    /// Text in password fields, and labels.
    public var body = TextStyle(family: family, size: 15)
    /// Text in token fields and completions.
    public var token = TextStyle(family: family, size: 14)
    /// Captions, status lines, tooltips and small controls.
    public var caption = TextStyle(family: family, size: 13)
    /// The floating button's label.
    public var buttonLabel = TextStyle(family: family, size: 28, weight: .medium)
    /// The label of the submit button.
    public var submit = TextStyle(family: family, size: 22, weight: .bold)
    /// The label of a button in a dialog.
    public var dialogButton = TextStyle(family: family, size: 14, weight: .medium)
    /// The label of a menu item or a tile.
    public var menuLabel = TextStyle(family: family, size: 13, weight: .medium)
    /// The detail text of a menu item or a tile.
    public var menuDetail = TextStyle(family: family, size: 12)
    /// The keyboard shortcut of a menu item.
    public var menuShortcut = TextStyle(family: family, size: 13)

    /// Changes every font, for example its family or its size.
    public mutating func updateAll(_ change: (inout TextStyle) -> Void) {
      for path in Self.paths { change(&self[keyPath: path]) }
    }

    /// The fonts of a window without a menu, so that the renderer can look them up before they are needed.
    package var preloaded: [TextStyle] { [title, heading, body, token, caption, buttonLabel, submit] }

    private static let paths: [any WritableKeyPath<Fonts, TextStyle> & Sendable] = [
      \.title, \.heading, \.body, \.token, \.caption, \.buttonLabel, \.submit, \.dialogButton, \.menuLabel,
      \.menuDetail, \.menuShortcut,
    ]
  }

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

extension Theme {
  /// Returns the theme with another accent color and unchanged styles. If the color has too little contrast with a
  /// background, it is mixed with the text color until the contrast is sufficient.
  ///
  /// - Parameter accent: An opaque color. If a component is not in 0…1, the theme is returned
  ///   unchanged.
  public func accented(by accent: Color) -> Theme {
    guard [accent.red, accent.green, accent.blue].allSatisfy((0...1).contains) else { return self }
    var theme = self
    theme.colors.accent = self.colors.contrasting(accent)
    theme.colors.selection = self.colors.selection(tintedBy: theme.colors.accent)
    return theme
  }
}

extension Theme.Colors {
  /// The minimum contrast of the accent with its background. It is higher than the required 3 : 1,
  /// because the focus ring is not fully opaque.
  private static let minimumContrast = 3.6
  /// The minimum contrast of text with the selection behind it.
  private static let minimumTextContrast = 4.5
  /// The number of bisection steps. After these, the error is less than one step of an 8-bit color.
  private static let bisectionSteps = 10
  /// The opacity below which a selection is hardly visible and is not reduced further.
  private static let minimumOpacity = 0.05
  /// The factor by which the opacity of a selection is reduced in each attempt.
  private static let opacityFactor = 0.8

  /// The color of text and symbols on the accent: white, or black if the contrast of white is below
  /// 3 : 1.
  public var onAccent: Color { accent.contrast(with: .white) >= 3 ? .white : .black }

  fileprivate func contrasting(_ color: Color) -> Color {
    var (low, high) = (0.0, 1.0)
    if hasContrast(color) { return color }
    for _ in 0..<Self.bisectionSteps {
      let middle = (low + high) / 2
      if hasContrast(text.opacity(middle).over(color)) { high = middle } else { low = middle }
    }
    return text.opacity(high).over(color)
  }

  private func hasContrast(_ color: Color) -> Bool {
    [window, card, raised, field].allSatisfy { color.contrast(with: $0) >= Self.minimumContrast }
  }

  /// Returns a selection color with the opacity of the theme's own, reduced until text is legible.
  fileprivate func selection(tintedBy accent: Color) -> Color {
    var color = accent.opacity(selection.alpha)
    // A theme may have text with too little contrast even without a selection.
    while color.alpha > Self.minimumOpacity,
      text.contrast(with: color.over(field)) < Self.minimumTextContrast
    {
      color = color.opacity(Self.opacityFactor)
    }
    return color
  }
}
