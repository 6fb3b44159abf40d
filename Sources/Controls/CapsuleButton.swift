public import Motion
public import Scene

/// A button with a capsule for its outline.
public struct CapsuleButton: Pressable {
  /// What the button asks its owner to do.
  public enum Action: Hashable, Sendable {
    case pressed
  }

  public let label: String
  public var environment: Environment

  public var press = PressTracker()
  private(set) var frame = Rect.zero

  public init(_ label: String, in environment: Environment) {
    self.label = label
    self.environment = environment
  }

  /// As large as the label and the padding make it, in logical pixels.
  public var size: Size {
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.submit)
    typealias Look = Theme.CapsuleButton
    return Size(
      width: environment.snapped(metrics.advance + 2 * Look.horizontalPadding),
      height: environment.snapped(metrics.height + 2 * Look.padding))
  }

  public mutating func place(at origin: Point) {
    frame = environment.snapped(Rect(origin: origin, size: size))
  }

  public var outline: RoundedRect { .capsule(frame) }

  public mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.CapsuleButton
    let blue = environment.theme.colors.blue
    let opacity = press.look(
      rest: 0, hovered: Look.hoveredOpacity, pressed: Look.pressedOpacity)
    if opacity > 0 { list.fill(.roundedRect(outline), blue.opacity(opacity)) }
    let width = environment.line(Look.outline)
    list.stroke(.roundedRect(outline.inset(by: width / 2)), blue, width: width)
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.submit)
    let origin = Point(
      x: frame.midX - metrics.advance / 2, y: frame.minY + Look.padding + metrics.ascent)
    list.text(label, Theme.Fonts.submit, blue, at: origin, metrics: metrics)
    if showsFocus { list.focusRing(around: outline, environment) }
  }
}
