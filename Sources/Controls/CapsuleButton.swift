package import Gestures
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
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  package var press = PressRecognizer()
  package var isFocused = false
  public private(set) var frame = Rect.zero
  /// The label without the middle that does not fit.
  private var shownLabel: AccessKeyLabel

  /// Creates a button with an empty frame. Lay it out before drawing it.
  public init(_ label: String, in environment: Environment) {
    self.init(AccessKeyLabel(label), style: .large, in: environment)
  }

  public init(_ label: AccessKeyLabel, style: Style, in environment: Environment) {
    (self.label, self.style, self.environment, shownLabel) = (label, style, environment, label)
  }

  /// The size of the label with its padding, in logical pixels.
  package var size: Size {
    let metrics = environment.text.metrics(of: label.text, style: style.font)
    let height = style.padding.map { metrics.height + 2 * $0 } ?? Theme.CapsuleButton.compactHeight
    return Size(
      width: environment.snapped(metrics.advance + 2 * style.horizontalPadding),
      height: environment.snapped(height))
  }

  public mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    var size = size
    shownLabel = label
    if size.width > environment.snappedUp(width) {
      shownLabel = label.elided(
        toFit: width - 2 * style.horizontalPadding, style: style.font, measuring: environment.text)
      size.width = width
    }
    frame = environment.snapped(Rect(origin: origin, size: size))
  }

  package var outline: RoundedRect { .capsule(frame) }

  public mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Metrics = Theme.CapsuleButton
    let (tint, text) = (
      style.tint(in: environment.theme.colors), style.textColor(in: environment.theme.colors)
    )
    let resting = style.isEmphasized ? Metrics.emphasizedOpacity : 0
    let opacity = press.style(
      normal: resting, hovered: resting + Metrics.hoveredOpacity, pressed: resting + Metrics.pressedOpacity)
    if opacity > 0 { list.fill(.roundedRect(outline), tint.opacity(opacity)) }
    let width = environment.lineWidth(style.hasThinOutline ? 1 : Metrics.outline)
    list.stroke(.roundedRect(outline.inset(by: width / 2)), tint, width: width)
    let metrics = environment.text.metrics(of: shownLabel.text, style: style.font)
    let top = style.padding.map { frame.minY + $0 } ?? frame.midY - metrics.height / 2
    let origin = Point(x: frame.midX - metrics.advance / 2, y: top + metrics.ascent)
    shownLabel.draw(at: origin, style.font, text, into: &list, environment)
    if showsFocus { list.focusRing(around: outline, environment) }
  }
}

extension CapsuleButton.Style {
  fileprivate var font: TextStyle {
    switch self {
    case .large: Theme.Fonts.submit
    case .regular, .primary, .destructive: Theme.Fonts.dialogButton
    case .compact: Theme.Fonts.caption
    }
  }

  /// The padding above and below the label. `nil` if the height is fixed.
  fileprivate var padding: Double? {
    switch self {
    case .large: Theme.CapsuleButton.padding
    case .regular, .primary, .destructive: Theme.CapsuleButton.regularPadding
    case .compact: nil
    }
  }

  fileprivate var horizontalPadding: Double {
    switch self {
    case .large: Theme.CapsuleButton.horizontalPadding
    case .regular, .primary, .destructive: Theme.CapsuleButton.regularHorizontalPadding
    case .compact: Theme.CapsuleButton.compactHorizontalPadding
    }
  }

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
