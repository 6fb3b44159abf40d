public import Gestures
public import Motion
public import Scene

/// A push button with a text label in a capsule-shaped outline.
public struct CapsuleButton: Pressable {
  /// A notification for the owner of the button.
  public enum Action: Hashable, Sendable {
    /// The user pressed the button.
    case pressed
  }

  /// The size and the emphasis of a button.
  public enum Style: Hashable, Sendable {
    /// The main button of a form.
    case large
    /// A button of a dialog.
    case regular
    /// The button of a dialog that Enter presses.
    case primary
    /// A button of a dialog whose effect cannot be undone.
    case destructive
    /// A small button for an action that is used rarely.
    case compact
  }

  /// The text on the button, and its access key. The owner of the button handles the access key.
  package let label: AccessKeyLabel
  package let style: Style
  /// Whether the details that the button shows and hides are shown. `nil` for another button.
  package var isExpanded: Bool?
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  public var press = PressRecognizer()
  public var isFocused = false
  public private(set) var frame = Rect.zero
  /// The label without the middle that does not fit.
  private var shownLabel: AccessKeyLabel

  /// Creates a button with an empty frame. Lay it out before drawing it.
  public init(_ label: String, in environment: Environment) {
    self.init(AccessKeyLabel(label), style: .large, in: environment)
  }

  /// Creates a button with an access key and a style. Lay it out before drawing it.
  public init(_ label: AccessKeyLabel, style: Style, in environment: Environment) {
    (self.label, self.style, self.environment, shownLabel) = (label, style, environment, label)
  }

  /// The size of the label with its padding, in logical pixels.
  package var size: Size {
    let metrics = environment.text.metrics(of: label.text, style: font)
    var size = environment.snappedSize(of: metrics, padding)
    if style == .compact {
      let height = max(theme.button.compactHeight, metrics.height + 2 * theme.button.outline)
      size.height = environment.snapped(height)
    }
    return size
  }

  public mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    var size = size
    shownLabel = label
    if size.width > environment.snappedUp(width) {
      shownLabel = label.elided(
        toFit: width - padding.leading - padding.trailing, style: font, measuring: environment.text)
      size.width = width
    }
    frame = environment.snapped(Rect(origin: origin, size: size))
  }

  public var outline: RoundedRect { .capsule(frame) }

  public mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  public var accessibleNode: AccessibleNode {
    // A semicolon separates the keys.
    let key = label.key.flatMap { $0 == ";" ? nil : $0.uppercased() }
    let keys = key.map { "Alt+\($0);Alt+\($0);" } ?? ""
    var states = isExpanded.map(AccessibleStates.expandable) ?? []
    if style == .primary { states.insert(.isDefault) }
    return AccessibleNode(
      .button, label.text, states: states, actions: [environment.pressAction(keys)], in: frame)
  }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func draw(into list: inout DisplayList, at now: Instant) {
    let (metrics, colors) = (theme.button, theme.colors)
    let (tint, color) = (style.tint(in: colors), style.textColor(in: colors))
    let resting = style.isEmphasized ? metrics.emphasizedOpacity : 0
    let opacity = press.style(
      normal: resting, hovered: resting + metrics.hoveredOpacity, pressed: resting + metrics.pressedOpacity)
    if opacity > 0 { list.fill(.roundedRect(outline), tint.opacity(opacity)) }
    let width = style.hasThinOutline ? metrics.thinOutline : metrics.outline
    list.outline(inside: outline, tint, width: width, environment)
    let text = environment.text.metrics(of: shownLabel.text, style: font)
    let top = style == .compact ? frame.midY - text.height / 2 : frame.minY + padding.top
    let origin = Point(x: frame.inset(by: padding).midX - text.advance / 2, y: top + text.ascent)
    shownLabel.draw(at: origin, font, color, into: &list, environment)
    if showsFocus { list.focusRing(around: outline, environment) }
  }
}

extension CapsuleButton {
  private var font: TextStyle { labelStyle.font }
  private var padding: Insets { labelStyle.padding }

  /// The font of the label and the padding around it. A compact button has a minimum height instead of a vertical padding.
  private var labelStyle: (font: TextStyle, padding: Insets) {
    let (fonts, metrics) = (theme.fonts, theme.button)
    return switch style {
    case .large: (fonts.submit, metrics.largePadding)
    case .regular, .primary, .destructive: (fonts.dialogButton, metrics.regularPadding)
    case .compact: (fonts.caption, Insets(horizontal: metrics.compactPadding, vertical: 0))
    }
  }
}

extension CapsuleButton.Style {
  fileprivate var hasThinOutline: Bool { self == .regular || self == .compact }

  /// Whether the button has a background.
  fileprivate var isEmphasized: Bool { self == .primary || self == .destructive }

  /// The color of the outline and the background.
  fileprivate func tint(in colors: Theme.Colors) -> Color {
    switch self {
    case .large: colors.blue
    case .regular, .compact: colors.secondaryText
    case .primary: colors.accent
    case .destructive: colors.red
    }
  }

  /// The color of the label. Small text needs more contrast than the tint has.
  fileprivate func textColor(in colors: Theme.Colors) -> Color { self == .large ? colors.blue : colors.text }
}
