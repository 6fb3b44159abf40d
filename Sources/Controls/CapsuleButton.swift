public import Motion
public import Scene

/// A push button with a text label in a capsule-shaped outline.
public struct CapsuleButton: Pressable {
  /// A notification for the owner of the button.
  public enum Action: Hashable, Sendable {
    /// The user pressed the button.
    case pressed
  }

  /// The text on the button.
  public let label: String
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  public var press = PressTracker()
  public private(set) var frame = Rect.zero

  /// Creates a button with an empty frame. Lay it out before drawing it.
  public init(_ label: String, in environment: Environment) {
    self.label = label
    self.environment = environment
  }

  /// The size of the label with its padding, in logical pixels.
  public var size: Size {
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.submit)
    typealias Style = Theme.CapsuleButton
    return Size(
      width: environment.snapped(metrics.advance + 2 * Style.horizontalPadding),
      height: environment.snapped(metrics.height + 2 * Style.padding))
  }

  public mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = environment.snapped(Rect(origin: origin, size: size))
  }

  public var outline: RoundedRect { .capsule(frame) }

  public mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Style = Theme.CapsuleButton
    let blue = environment.theme.colors.blue
    let opacity = press.style(normal: 0, hovered: Style.hoveredOpacity, pressed: Style.pressedOpacity)
    if opacity > 0 { list.fill(.roundedRect(outline), blue.opacity(opacity)) }
    let width = environment.lineWidth(Style.outline)
    list.stroke(.roundedRect(outline.inset(by: width / 2)), blue, width: width)
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.submit)
    let origin = Point(x: frame.midX - metrics.advance / 2, y: frame.minY + Style.padding + metrics.ascent)
    list.text(label, Theme.Fonts.submit, blue, at: origin, metrics: metrics)
    if showsFocus { list.focusRing(around: outline, environment) }
  }
}
