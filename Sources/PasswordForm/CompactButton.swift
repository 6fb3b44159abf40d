import Controls
import Motion
import Scene

/// A small capsule button in text colors, for an action that is used rarely.
struct CompactButton: Pressable {
  /// The actions of the button that its owner performs.
  enum Action: Hashable { case pressed }

  let label: String
  private(set) var environment: Environment
  var press = PressTracker()
  private(set) var frame = Rect.zero

  init(_ label: String, in environment: Environment) {
    self.label = label
    self.environment = environment
  }

  /// The size of the label with its padding, in logical pixels.
  var size: Size {
    typealias Style = Theme.PasswordForm.CompactButton
    return Size(
      width: environment.snapped(metrics.advance + 2 * Style.padding),
      height: environment.snapped(Style.height))
  }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = environment.snapped(Rect(origin: origin, size: size))
  }

  var outline: RoundedRect { .capsule(frame) }

  mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  func nextChange(after now: Instant) -> Instant? { nil }

  func draw(into list: inout DisplayList, at now: Instant) {
    typealias Style = Theme.PasswordForm.CompactButton
    let colors = environment.theme.colors
    let tint = press.style(normal: 0, hovered: Style.hoveredOpacity, pressed: Style.pressedOpacity)
    if tint > 0 { list.fill(.roundedRect(outline), colors.text.opacity(tint)) }
    let width = environment.lineWidth(Style.outline)
    list.stroke(.roundedRect(outline.inset(by: width / 2)), colors.secondaryText, width: width)
    let metrics = metrics
    let top = frame.midY - metrics.height / 2
    list.text(
      label, Theme.Fonts.caption, colors.text,
      at: Point(x: frame.midX - metrics.advance / 2, y: top + metrics.ascent), metrics: metrics)
    if showsFocus { list.focusRing(around: outline, environment) }
  }

  private var metrics: TextMetrics { environment.text.metrics(of: label, style: Theme.Fonts.caption) }
}
