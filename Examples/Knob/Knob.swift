import Controls
import Gestures
import Motion
import Scene
import Toolkit
import Windowing

/// The lengths of a volume knob, in logical pixels.
struct KnobStyle: ThemeStyle {
  var diameter = 112.0
  var lineWidth = 10.0
  /// The length of the drag that turns the knob from one end to the other.
  var dragLength = 150.0
}

/// A knob with a volume in percent. The user turns it by a vertical drag or by keys; a double click resets it.
struct VolumeKnob: FocusableControl {
  /// A notification for the owner of the knob.
  enum Action: Hashable { case changed(Double) }

  private static let (start, sweep) = (0.75 * Double.pi, 1.5 * Double.pi)
  private static let range = SteppedRange(0...100, stepsPerUnit: 1)
  private static let defaultValue = 50.0

  private(set) var environment: Environment
  private(set) var frame = Rect.zero
  var isFocused = false
  /// The volume in percent.
  private(set) var value: Double
  /// The displayed fraction of the turn, 0…1.
  private var turn: Animated<Double>
  private var press = PressRecognizer()
  private var valueAtPress = 0.0

  init(_ value: Double, in environment: Environment) {
    self.environment = environment
    self.value = Self.range.nearest(to: value)
    let length = Self.sweep * environment.theme[KnobStyle.self].diameter / 2
    turn = Animated(self.value / 100, threshold: environment.threshold(overTravel: length))
    update(environment, at: .zero)
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    press.rules = PressRecognizer.Rules(drag: .afterDistance(0), maximumClicks: 2, in: environment)
  }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let diameter = theme[KnobStyle.self].diameter
    frame = environment.snapped(Rect(origin: origin, size: Size(width: diameter, height: diameter)))
  }

  func describe(into tree: inout AccessibleTree, at now: Instant) {
    let value = Self.range.accessibleValue(value, "\(Int(value)) %")
    tree.add(.part(0), AccessibleNode(.slider, "Volume", states: focusStates, value: value, in: frame))
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if let new = Self.range.value(after: value, for: event, isFocused: isFocused) { return set(new, at: now) }
    let isInside = event.pointerPosition.map(disc.contains) ?? false
    let outcome = press.handle(event, at: now, over: isInside ? 0 : nil)
    switch outcome {
    case .pressed(_, clicks: 2):
      press.cancel()
      return set(Self.defaultValue, at: now)
    case .pressed: valueAtPress = value
    case .dragging(let drag), .dropped(let drag):
      return set(valueAtPress - drag.translation.dy / theme[KnobStyle.self].dragLength * 100, at: now)
    case .cancelled: return set(valueAtPress, at: now)
    default: break
    }
    return Response(isHandled: outcome.isHandled)
  }

  private mutating func set(_ target: Double, at now: Instant) -> Response<Action> {
    let target = Self.range.nearest(to: target)
    guard target != value else { return .handled() }
    value = target
    turn.animate(to: value / 100, at: now, with: environment.motion(.spring(theme.motion.control)))
    return .handled(.changed(value))
  }

  func nextChange(after now: Instant) -> Instant? { turn.nextChange(after: now) }

  func draw(into list: inout DisplayList, at now: Instant) {
    let (colors, width, turn) = (theme.colors, theme[KnobStyle.self].lineWidth, turn.value(at: now))
    list.stroke(.path(arc(to: 1)), colors.fieldOutline, width: width)
    list.stroke(.path(arc(to: turn)), colors.accent, width: width)
    list.line("\(Int(value)) %", theme.fonts.heading, colors.text, in: frame, alignment: .center, environment)
    if showsFocus { list.focusRing(around: disc, environment) }
  }

  /// Returns the arc from the start of the scale to a fraction of the turn.
  private func arc(to fraction: Double) -> Path {
    let radius = (frame.width - theme[KnobStyle.self].lineWidth) / 2
    var path = Path()
    path.addArc(center: frame.center, radius: radius, from: Self.start, sweep: Self.sweep * max(0, fraction))
    return path
  }

  private var disc: RoundedRect { .capsule(frame) }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    press.isPressed ? .grabbing : disc.contains(point) ? .grab : nil
  }
}

@main
enum Knob {
  static func main() throws {
    let application = try Application(.init(name: "knob", className: "Knob"))
    let page = ControlGroup<VolumeKnob.Action>(.column(padding: 24), in: try application.environment())
    page.add(VolumeKnob(50, in: page.environment)) { [$0] }
    let size = Size(width: 160, height: 160)
    let window = WindowConfiguration(title: "Knob", size: size, minimumSize: size)
    try application.open(window, showing: page) { _, _ in [] }
    application.run()
  }
}
