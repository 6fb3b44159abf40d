import Controls
import Motion
import Scene

/// Text of a font that never was, enough to lay a control out.
final class NoFont: TextMeasuring {
  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    TextMetrics(
      advance: style.size / 2 * Double(text.count), ascent: style.size, descent: 0, ink: .zero)
  }

  func line(of text: String, style: TextStyle) -> TextLine {
    let pitch = style.size / 2
    let clusters = text.indices.enumerated().map { index, _ in
      TextLine.Cluster(x: pitch * Double(index)...pitch * Double(index + 1))
    }
    return TextLine(clusters, metrics: metrics(of: text, style: style))
  }

  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics(of: "•", style: style)
  }
}

/// What a control looks like at an instant.
func picture(of control: some Control, at now: Instant) -> DisplayList {
  var list = DisplayList()
  control.draw(into: &list, at: now)
  return list
}

// Motion alone: a spring that is sent elsewhere in flight, and comes to rest.
var place = Animated(0.0, threshold: 0.5)
place.animate(
  to: 100, at: .zero, with: .spring(Spring(response: 0.25, dampingFraction: 0.59)))
place.animate(
  to: 40, at: .zero + .milliseconds(80),
  with: .spring(Spring(response: 0.25, dampingFraction: 0.59)))
let later = Instant.zero + .seconds(10)
precondition(place.value(at: later) == 40, "rests at \(place.value(at: later))")

// A control of one's own, and one of Tactile's, in the same environment.
let environment = Environment(text: NoFont())
var lamp = Switch(at: Point(x: 10, y: 10), in: environment)
let pressed = lamp.handle(.pointerPressed(PointerPress(at: Point(x: 20, y: 20))), at: .zero)
precondition(pressed.actions == [.turned(isOn: true)], "answered \(pressed.actions)")
precondition(lamp.nextChange(after: .zero) == .zero, "the knob does not move")
precondition(lamp.nextChange(after: later) == nil, "the knob does not rest")
precondition(picture(of: lamp, at: .zero) != picture(of: lamp, at: later), "nothing moved")

var button = FloatingButton(in: environment)
button.place(in: Rect(x: 0, y: 0, width: 800, height: 600), at: .zero)
let middle = button.frame(at: .zero).center
_ = button.handle(.pointerPressed(PointerPress(at: middle)), at: .zero)
let released = button.handle(
  .pointerReleased(PointerPress(at: middle)), at: .zero + .milliseconds(200))
precondition(released.actions == [.toggled(true)], "answered \(released.actions)")
// A field of tokens that are no strings: "red," typed makes one, "mauve," none.
var palette = TokenField([Swatch](), kind: Swatches(), in: environment)
palette.place(at: .zero, width: 200)
palette.focus(0, at: .zero)
for scalar in "red,mauve,".unicodeScalars {
  let press = KeyPress(.character(scalar), text: TypedText(scalar))
  _ = palette.handle(.keyPressed(press), at: .zero)
}
precondition(palette.tokens.map(\.name) == ["red"], "has \(palette.tokens)")
precondition(palette.count == 1 + "mauve".count, "what is no colour did not stay text")
print("a spring, a switch, a button and a token field work outside of the tree")
