import Controls
import Motion
import Scene

/// Returns the display list of a control at an instant.
func displayList(of control: some Control, at now: Instant) -> DisplayList {
  var list = DisplayList()
  control.draw(into: &list, at: now)
  return list
}

// Only Motion: a spring that gets a new target while it moves, and settles there.
var position = Animated(0.0, threshold: 0.5)
position.animate(
  to: 100, at: .zero, with: .spring(response: 0.25, dampingFraction: 0.59))
position.animate(
  to: 40, at: .zero + .milliseconds(80),
  with: .spring(response: 0.25, dampingFraction: 0.59))
let later = Instant.zero + .seconds(10)
precondition(position.value(at: later) == 40, "settled at \(position.value(at: later))")

// A custom control in a group, and a control of Tactile in the same environment.
let environment = Environment(text: FixedWidthText())
let group = ControlGroup<Switch.Action>(.column(padding: 10), in: environment)
let toggle = group.add(Switch(in: environment)) { [$0] }
group.layOut(at: .zero, width: 200, at: .zero)
group.focus(0, at: .zero)
let press = PointerPress(at: toggle.frame.center)
_ = group.handle(.pointerPressed(press), at: .zero)
let pressed = group.handle(.pointerReleased(press), at: .zero)
precondition(pressed.actions == [.turned(isOn: true)], "unexpected actions: \(pressed.actions)")
precondition(group.nextChange(after: .zero) == .zero, "the knob does not move")
precondition(group.nextChange(after: later) == nil, "the knob does not settle")
precondition(
  displayList(of: group, at: .zero) != displayList(of: group, at: later), "the drawing is unchanged")
let space = group.handle(.keyPressed(KeyPress(.space)), at: later)
precondition(space.actions == [.turned(isOn: false)], "unexpected actions: \(space.actions)")

var button = FloatingButton(in: environment)
button.place(in: Rect(x: 0, y: 0, width: 800, height: 600), at: .zero)
let middle = button.frame(at: .zero).center
_ = button.handle(.pointerPressed(PointerPress(at: middle)), at: .zero)
let released = button.handle(
  .pointerReleased(PointerPress(at: middle)), at: .zero + .milliseconds(200))
precondition(released.actions == [.toggled(true)], "unexpected actions: \(released.actions)")
// A field whose tokens are not strings: typing "red," creates a token, typing "mauve," does not.
var palette = TokenField([Swatch](), adapter: SwatchAdapter(), in: environment)
palette.layOut(at: .zero, width: 200, at: .zero)
palette.focus(0, at: .zero)
for scalar in "red,mauve,".unicodeScalars {
  let press = KeyPress(.character(scalar), text: TypedText(scalar))
  _ = palette.handle(.keyPressed(press), at: .zero)
}
precondition(palette.tokens.map(\.name) == ["red"], "unexpected tokens: \(palette.tokens)")
precondition(palette.count == 1 + "mauve".count, "a text that is no color name did not stay text")

// A field that its program changes.
let red = Swatch(id: 1, name: "red", color: .black)
var colors = TokenField([red], adapter: SwatchAdapter(), in: environment)
colors.layOut(at: .zero, width: 200, at: .zero)
addFirst(Swatch(id: 2, name: "blue", color: .black), to: &colors, at: .zero)
precondition(colors.tokens.map(\.name) == ["blue", "red"] && colors.selection.head == 1, "not changed")

// A restyled token field: other colors, a larger font, more spacing and a slower spring. The original theme
// restores the drawing.
_ = palette.advance(to: later)
let plain = displayList(of: palette, at: later)
let plainHeight = palette.frame.height
var restyled = environment
restyled.theme.colors.field = Color(hex: 0xFFF8E1)
restyled.theme.fonts.updateAll { $0.family = "Cantarell, sans-serif" }
restyled.theme.fonts.token.size = 18
restyled.theme.tokenField.spacing = 10
restyled.theme.tokenField.padding.top = 20
restyled.theme.motion.control = Spring(response: 5, dampingFraction: 1)
palette.update(restyled, at: later)
precondition(displayList(of: palette, at: later) != plain, "the theme has no effect")
precondition(palette.frame.height > plainHeight, "the metrics have no effect")
palette.update(environment, at: later)
precondition(displayList(of: palette, at: later) == plain, "the theme is not restored")
var slow = ToggleSwitch("Slow", isOn: false, in: restyled)
slow.set(true, at: .zero)
precondition(slow.nextChange(after: .zero + .seconds(3)) != nil, "the spring has no effect")

print("a spring, a switch, a button and a token field work outside of the source tree")
