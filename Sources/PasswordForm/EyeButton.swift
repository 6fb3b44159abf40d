import Controls
import Motion
import Scene

/// The button that shows and hides a password: an eye, or a struck one while the password can be
/// read. It shows what a press would do.
struct EyeButton: Pressable {
  /// What the button asks its owner to do.
  enum Action: Hashable {
    case pressed
  }

  var environment: Environment
  var isStruck = false
  var press = PressTracker()
  private var frame = Rect.zero
  // Kept, so that a frame makes no paths.
  private var eye = Path()
  private var slash = Path()

  init(in environment: Environment) { self.environment = environment }

  mutating func place(in frame: Rect) {
    guard frame != self.frame else { return }
    self.frame = frame
    let box = Rect(center: frame.center, size: Theme.PasswordField.eye.icon)
    (eye, slash) = (Glyph.eye(in: box), Glyph.slash(in: box))
  }

  var outline: RoundedRect { RoundedRect(frame, cornerRadius: 0) }

  mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  func nextChange(after now: Instant) -> Instant? { nil }

  func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.PasswordField
    let accent = environment.theme.colors.accent
    let tint = press.look(rest: 0, hovered: Look.eyeTint.hovered, pressed: Look.eyeTint.pressed)
    if tint > 0 { list.fill(.roundedRect(body), accent.opacity(tint)) }
    list.stroke(.path(eye), accent, width: Look.eye.stroke)
    if isStruck { list.stroke(.path(slash), accent, width: Look.eye.stroke) }
    if showsFocus { list.focusRing(around: body, environment) }
  }

  /// What is tinted, and ringed; a press may be beside it.
  private var body: RoundedRect {
    typealias Look = Theme.PasswordField
    return RoundedRect(
      environment.snapped(frame.inset(by: Look.eyeBody.inset)),
      cornerRadius: Look.eyeBody.cornerRadius)
  }
}
