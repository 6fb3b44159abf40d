import Motion
import Scene

/// Words with a switch behind them, which is on or off; a press anywhere on the row turns it.
struct ToggleSwitch: Pressable {
  /// What the switch asks its owner to do.
  enum Action: Hashable {
    /// A person turned it on, or off.
    case toggled(Bool)
  }

  let label: String
  private(set) var isOn: Bool
  var environment: Environment

  var press = PressTracker()
  private(set) var frame = Rect.zero
  /// Where the knob is, from 0 for off to 1 for on.
  private var knob: Animated<Double>

  init(_ label: String, isOn: Bool, in environment: Environment) {
    self.label = label
    self.isOn = isOn
    self.environment = environment
    knob = Animated(isOn ? 1 : 0, threshold: environment.placeThreshold)
  }

  mutating func place(in frame: Rect) { self.frame = frame }

  /// Turns it on or off without telling the owner.
  mutating func set(_ isOn: Bool, at now: Instant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    knob.animate(
      to: isOn ? 1 : 0, at: now, with: environment.motion(.spring(Theme.ToggleSwitch.spring)),
      threshold: environment.placeThreshold / Theme.ToggleSwitch.size.width)
  }

  /// All of the row.
  var outline: RoundedRect { RoundedRect(frame, cornerRadius: 0) }

  mutating func pressed(at now: Instant) -> [Action] {
    set(!isOn, at: now)
    return [.toggled(isOn)]
  }

  func nextChange(after now: Instant) -> Instant? { knob.nextChange(after: now) }
}

// Drawing.
extension ToggleSwitch {
  func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.ToggleSwitch
    let colors = environment.theme.colors
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.caption)
    list.text(
      label, Theme.Fonts.caption, colors.text,
      at: Point(x: frame.minX, y: metrics.baseline(aroundY: frame.midY)),
      metrics: metrics)
    let shape = RoundedRect.capsule(box)
    drawBackground(shape, into: &list)
    drawKnob(at: now, into: &list)
    if showsFocus { list.focusRing(around: shape, environment) }
  }

  private func drawBackground(_ shape: RoundedRect, into list: inout DisplayList) {
    typealias Look = Theme.ToggleSwitch
    let colors = environment.theme.colors
    if isOn {
      list.fill(.roundedRect(shape), colors.accent)
    } else {
      if press.isHovered {
        list.fill(.roundedRect(shape), colors.accent.opacity(Look.hoveredOpacity))
      }
      list.stroke(
        .roundedRect(shape.inset(by: environment.line(Look.outline) / 2)), colors.secondaryText,
        width: environment.line(Look.outline))
    }
  }

  private func drawKnob(at now: Instant, into list: inout DisplayList) {
    typealias Look = Theme.ToggleSwitch
    let colors = environment.theme.colors
    let radius = box.height / 2 - 2 * Look.inset
    let way = box.width - box.height
    let center = Point(
      x: box.minX + box.height / 2 + way * knob.value(at: now), y: box.midY)
    list.group(DisplayList.Group(transform: Transform(translation: center - .zero))) { list in
      list.fill(
        .roundedRect(.circle(center: .zero, radius: radius)),
        isOn ? colors.onAccent : colors.secondaryText)
    }
  }

  /// The switch itself, at the trailing side.
  private var box: Rect {
    let size = Theme.ToggleSwitch.size
    return environment.snapped(
      Rect(
        x: frame.maxX - size.width, y: environment.snapped(frame.midY - size.height / 2),
        width: size.width, height: size.height))
  }
}
