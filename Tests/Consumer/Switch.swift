import Controls
import Motion
import Scene

/// A control that Tactile does not provide: a switch with a sliding knob.
struct Switch: Control {
  enum Action: Equatable {
    case turned(isOn: Bool)
  }

  private(set) var environment: Environment
  private(set) var isOn = false
  private let frame: Rect
  /// The position of the knob: 0 at the leading side, 1 at the trailing side.
  private var knob = Animated(0.0, threshold: 1.0 / 1024)
  private var isFocused = false

  init(at origin: Point, in environment: Environment) {
    self.environment = environment
    frame = Rect(origin: origin, size: Size(width: 52, height: 32))
  }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press) where frame.contains(press.position): turn(at: now)
    case .keyPressed(let press) where isFocused && press.key == .space: turn(at: now)
    default: .ignored
    }
  }

  private mutating func turn(at now: Instant) -> Response<Action> {
    isOn.toggle()
    knob.animate(
      to: isOn ? 1 : 0, at: now,
      with: environment.motion(.spring(response: 0.3, dampingFraction: 0.8)))
    return .handled(.turned(isOn: isOn))
  }

  func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let track = RoundedRect.capsule(frame)
    list.fill(.roundedRect(track), isOn ? colors.green : colors.fieldOutline)
    let radius = frame.height / 2 - 2
    let travel = frame.width - frame.height
    let center = Point(
      x: frame.minX + frame.height / 2 + knob.value(at: now) * travel, y: frame.midY)
    list.fill(.roundedRect(.circle(center: center, radius: radius)), .white)
    if isFocused { list.focusRing(around: track, environment) }
  }

  func nextChange(after now: Instant) -> Instant? { knob.nextChange(after: now) }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    frame.contains(point) ? .hand : nil
  }

  var focusStopCount: Int { 1 }

  mutating func focus(_ stop: Int?, at now: Instant) { isFocused = stop != nil }

  func focusStop(under point: Point, at now: Instant) -> Int? { frame.contains(point) ? 0 : nil }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
