import Controls
import Gestures
import Motion
import Scene

/// The button that shows and hides a password.
///
/// The icon shows the effect of a press: an eye, or a crossed-out eye while the password is
/// readable.
struct RevealButton: Pressable {
  /// The actions of the button that its owner performs.
  enum Action: Hashable { case pressed }

  private(set) var environment: Environment
  var showsSlash = false
  var press = PressRecognizer()
  var isFocused = false
  /// The height, which is that of the field.
  var height = 0.0
  private(set) var frame = Rect.zero
  // Cached, so that drawing a frame creates no paths.
  private var eye = Path()
  private var slash = Path()

  init(in environment: Environment) { self.environment = environment }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = Rect(origin: origin, size: Size(width: width, height: height))
    let box = Rect(center: frame.center, size: theme.passwordField.reveal.iconSize)
    (eye, slash) = (SymbolPath.eye(in: box), SymbolPath.slash(in: box))
  }

  var outline: RoundedRect { RoundedRect(frame, cornerRadius: 0) }

  mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  var accessibleNode: AccessibleNode {
    AccessibleNode(
      .toggleButton, environment.text(.showPassword), states: showsSlash ? .pressed : [],
      actions: [environment.pressAction("Alt+V;Alt+V;")], in: frame)
  }

  func nextChange(after now: Instant) -> Instant? { nil }

  func draw(into list: inout DisplayList, at now: Instant) {
    let (style, accent) = (theme.passwordField.reveal, theme.colors.accent)
    let tint = press.style(normal: 0, hovered: style.hoveredOpacity, pressed: style.pressedOpacity)
    if tint > 0 { list.fill(.roundedRect(body), accent.opacity(tint)) }
    list.stroke(.path(eye), accent, width: style.iconStroke)
    if showsSlash { list.stroke(.path(slash), accent, width: style.iconStroke) }
    if showsFocus { list.focusRing(around: body, environment) }
  }

  /// The area of the tint and the focus ring. The whole frame accepts presses.
  private var body: RoundedRect {
    let style = theme.passwordField.reveal
    return RoundedRect(environment.snapped(frame.inset(by: style.inset)), cornerRadius: style.cornerRadius)
  }
}

extension SymbolPath {
  /// The iris radius, relative to the eye height. The stroke of the iris must not touch the lids.
  private static let irisRadius = 0.22
  /// The horizontal half extent of the slash, relative to the eye height, and its vertical
  /// overhang.
  private static let slash = (halfWidth: 0.6, overhang: 1.0)

  /// Returns an eye: two lids and an iris.
  fileprivate static func eye(in box: Rect) -> Path {
    let (left, right) = (Point(x: box.minX, y: box.midY), Point(x: box.maxX, y: box.midY))
    // The control points are 2/3 of the height from the center, so that the lids touch the box
    // edges.
    let offset = box.height * 2 / 3
    func control(_ fraction: Double, _ side: Double) -> Point {
      Point(x: box.minX + fraction * box.width, y: box.midY + side * offset)
    }
    var path = Path()
    path.move(to: left)
    path.curve(to: right, control(0.27, -1), control(0.73, -1))
    path.curve(to: left, control(0.73, 1), control(0.27, 1))
    path.close()
    path.addCircle(center: box.center, radius: box.height * irisRadius)
    return path
  }

  /// Returns the slash through a crossed-out eye.
  fileprivate static func slash(in box: Rect) -> Path {
    Path(lines: [
      Point(x: box.midX - box.height * slash.halfWidth, y: box.maxY + slash.overhang),
      Point(x: box.midX + box.height * slash.halfWidth, y: box.minY - slash.overhang),
    ])
  }
}
