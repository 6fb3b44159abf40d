import Controls
import Gestures
import Motion
import Scene

/// A small button with a text, a text after a check mark, or a cross.
struct InspectorButton: Pressable {
  /// A notification for the owner of the button.
  enum Action: Hashable { case pressed }

  /// The text. A button without text has a cross.
  let label: String?
  /// A text that is shown after a check mark until a time.
  private var confirmation: (text: String, end: Instant)?
  private(set) var environment: Environment

  var press = PressRecognizer()
  var isFocused = false
  private(set) var frame = Rect.zero

  init(_ label: String?, in environment: Environment) {
    self.label = label
    self.environment = environment
  }

  /// The width of the text with its padding, in logical pixels.
  var width: Double { environment.snapped(advance(of: label ?? "") + 2 * Theme.Inspector.buttonPadding) }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let height = label == nil ? Theme.Inspector.close.size : Theme.Inspector.buttonHeight
    frame = environment.snapped(Rect(origin: origin, size: Size(width: width, height: height)))
  }

  var outline: RoundedRect { RoundedRect(frame, cornerRadius: Theme.Inspector.buttonCornerRadius) }

  mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  var accessibleNode: AccessibleNode { AccessibleNode(.button, label ?? "Close", in: frame) }

  /// Shows a text after a check mark until a time.
  mutating func confirm(_ text: String, until end: Instant) { confirmation = (text, end) }

  func nextChange(after now: Instant) -> Instant? { confirmation.flatMap { now < $0.end ? $0.end : nil } }
}

// Drawing.
extension InspectorButton {
  func draw(into list: inout DisplayList, at now: Instant) {
    let style = Theme.Inspector.buttonOpacity
    let opacity = press.style(normal: style.normal, hovered: style.hovered, pressed: style.pressed)
    list.fill(.roundedRect(outline), environment.theme.colors.text.opacity(opacity))
    if let confirmation, now < confirmation.end {
      draw(confirmation.text, isChecked: true, into: &list)
    } else if let label {
      draw(label, isChecked: false, into: &list)
    } else {
      drawCross(into: &list)
    }
    if showsFocus { list.focusRing(around: outline, environment) }
  }

  private var labelStyle: TextStyle {
    TextStyle(family: theme.fonts.caption.family, size: theme.fonts.caption.size, weight: .medium)
  }

  private func advance(of text: String) -> Double {
    environment.text.metrics(of: text, style: labelStyle).advance
  }

  private func draw(_ text: String, isChecked: Bool, into list: inout DisplayList) {
    let (style, colors) = (Theme.Inspector.checkMark, environment.theme.colors)
    let check = isChecked ? style.size + style.gap : 0
    if isChecked {
      let x = frame.midX - (advance(of: text) + check) / 2
      let box = Rect(x: x, y: frame.midY - style.size / 2, width: style.size, height: style.size)
      list.stroke(.path(SymbolPath.check(in: box)), colors.green, width: style.stroke)
    }
    list.line(
      text, labelStyle, colors.text, in: frame.inset(by: Insets(leading: check)), alignment: .center,
      environment)
  }

  private func drawCross(into list: inout DisplayList) {
    let style = Theme.Inspector.close
    let box = Rect(center: frame.center, size: Size(width: style.icon, height: style.icon))
    list.stroke(.path(SymbolPath.cross(in: box)), environment.theme.colors.secondaryText, width: style.stroke)
  }
}
