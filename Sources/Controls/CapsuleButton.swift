public import Motion
public import Scene

/// A button with a capsule for its outline.
public struct CapsuleButton: Control {
  /// What the button asks its owner to do.
  public enum Action: Hashable, Sendable {
    case pressed
  }

  public let label: String
  public var environment: Environment

  var frame = Rect.zero
  private var press = PressTracker()

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

  public mutating func place(at origin: Point) { frame = Rect(origin: origin, size: size) }

  public mutating func advance(to now: Instant) -> [Action] { [] }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch press.handle(event, isInside: shape.contains) {
    case .ignored: return .ignored
    case .handled: return .handled()
    case .pressed: return .handled(.pressed)
    }
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.CapsuleButton
    let blue = environment.theme.colors.blue
    if press.isHovered {
      let opacity = press.isPressed ? Look.pressedOpacity : Look.hoveredOpacity
      list.fill(.roundedRect(shape), blue.opacity(opacity))
    }
    list.stroke(.roundedRect(shape.inset(by: Look.outline / 2)), blue, width: Look.outline)
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.submit)
    let origin = Point(
      x: frame.midX - metrics.advance / 2, y: frame.minY + Look.padding + metrics.ascent)
    list.text(label, Theme.Fonts.submit, blue, at: origin, metrics: metrics)
    if press.isFocused, environment.isWindowFocused {
      list.focusRing(around: shape, environment.theme)
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    shape.contains(point) ? .hand : nil
  }

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    press.isFocused = stop != nil
  }

  /// A press keeps the focus where it is.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  private var shape: RoundedRect { .capsule(frame) }
}
