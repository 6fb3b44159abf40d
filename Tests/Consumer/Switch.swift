import Controls
import Gestures
import Motion
import Scene

/// A control that Tactile does not provide: a switch with a sliding knob.
struct Switch: Pressable {
  enum Action: Equatable {
    case turned(isOn: Bool)
  }

  private static let size = Size(width: 52, height: 32)

  private(set) var environment: Environment
  private(set) var isOn = false
  private(set) var frame = Rect.zero
  var press = PressRecognizer()
  var isFocused = false
  /// The position of the knob: 0 at the leading side, 1 at the trailing side.
  private var knob: Animated<Double>

  init(in environment: Environment) {
    self.environment = environment
    knob = Animated(0, threshold: environment.threshold(overTravel: Self.size.width - Self.size.height))
  }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = environment.snapped(Rect(origin: origin, size: Self.size))
  }

  var outline: RoundedRect { .capsule(frame) }

  var accessibleNode: AccessibleNode {
    AccessibleNode(.checkBox, "Switch", states: isOn ? .checked : [], in: frame)
  }

  mutating func pressed(at now: Instant) -> [Action] {
    isOn.toggle()
    knob.animate(to: isOn ? 1 : 0, at: now, with: environment.motion(.spring(theme.motion.control)))
    return [.turned(isOn: isOn)]
  }

  func draw(into list: inout DisplayList, at now: Instant) {
    list.fill(.roundedRect(outline), isOn ? theme.colors.green : theme.colors.fieldOutline)
    let radius = frame.height / 2 - 2
    let travel = frame.width - frame.height
    let center = Point(
      x: frame.minX + frame.height / 2 + knob.value(at: now) * travel, y: frame.midY)
    list.fill(.roundedRect(.circle(center: center, radius: radius)), .white)
    if showsFocus { list.focusRing(around: outline, environment) }
  }

  func nextChange(after now: Instant) -> Instant? { knob.nextChange(after: now) }
}
