public import Gestures
public import Motion
public import Scene

/// A row with a label and a switch at its trailing edge. A press anywhere on the row toggles the
/// switch.
public struct ToggleSwitch: Pressable {
  /// A notification for the owner of the switch.
  public enum Action: Hashable {
    /// The user turned the switch on (`true`) or off (`false`).
    case toggled(Bool)
  }

  package let label: String
  /// Whether the switch is on.
  public private(set) var isOn: Bool
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  public var press = PressRecognizer()
  public var isFocused = false
  public private(set) var frame = Rect.zero
  /// The animated position of the knob, from 0 (off) to 1 (on).
  private var knob: Animated<Double>

  /// Creates a switch with an empty frame. Lay it out before drawing it.
  public init(_ label: String, isOn: Bool, in environment: Environment) {
    self.label = label
    self.isOn = isOn
    self.environment = environment
    knob = Animated(
      isOn ? 1 : 0, threshold: environment.threshold(overTravel: environment.theme.toggleSwitch.size.width))
  }

  public mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = environment.snapped(
      Rect(origin: origin, size: Size(width: width, height: theme.toggleSwitch.rowHeight)))
  }

  /// Turns the switch on or off without a notification, with an animation.
  public mutating func set(_ isOn: Bool, at now: Instant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    knob.animate(
      to: isOn ? 1 : 0, at: now, with: environment.motion(.spring(theme.motion.control)),
      threshold: environment.threshold(overTravel: theme.toggleSwitch.size.width))
  }

  /// The whole row.
  public var outline: RoundedRect { RoundedRect(frame, cornerRadius: 0) }

  public mutating func pressed(at now: Instant) -> [Action] {
    set(!isOn, at: now)
    return [.toggled(isOn)]
  }

  /// A check box: Orca before version 51 does not know the role of a switch.
  public var accessibleNode: AccessibleNode {
    AccessibleNode(.checkBox, label, states: isOn ? .checked : [], in: frame)
  }

  public func nextChange(after now: Instant) -> Instant? { knob.nextChange(after: now) }
}

// Drawing.
extension ToggleSwitch {
  public func draw(into list: inout DisplayList, at now: Instant) {
    let labelFrame = frame.inset(by: Insets(trailing: frame.maxX - box.minX + theme.toggleSwitch.labelGap))
    list.line(label, theme.fonts.caption, theme.colors.text, in: labelFrame, environment)
    let shape = RoundedRect.capsule(box)
    drawBackground(shape, into: &list)
    drawKnob(at: now, into: &list)
    if showsFocus { list.focusRing(around: shape, environment) }
  }

  private func drawBackground(_ shape: RoundedRect, into list: inout DisplayList) {
    let style = theme.toggleSwitch
    let colors = environment.theme.colors
    if isOn {
      list.fill(.roundedRect(shape), colors.accent)
    } else {
      if press.isHovered { list.fill(.roundedRect(shape), colors.accent.opacity(style.hoveredOpacity)) }
      list.outline(inside: shape, colors.secondaryText, width: style.outline, environment)
    }
  }

  private func drawKnob(at now: Instant, into list: inout DisplayList) {
    let colors = environment.theme.colors
    let radius = box.height / 2 - 2 * theme.toggleSwitch.inset
    let travel = box.width - box.height
    let center = Point(x: box.minX + box.height / 2 + travel * knob.value(at: now), y: box.midY)
    list.translated(by: center - .zero) { list in
      list.fill(
        .roundedRect(.circle(center: .zero, radius: radius)), isOn ? colors.onAccent : colors.secondaryText)
    }
  }

  /// The frame of the switch itself, at the trailing edge of the row.
  private var box: Rect {
    let size = theme.toggleSwitch.size
    return environment.snapped(
      Rect(
        x: frame.maxX - size.width, y: environment.snapped(frame.midY - size.height / 2), width: size.width,
        height: size.height))
  }
}
