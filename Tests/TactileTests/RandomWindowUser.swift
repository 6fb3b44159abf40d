import Controls
import Scene
import TestSupport

/// Somebody who does everything that can be done in the window, by chance.
struct RandomWindowUser {
  var generator: SeededGenerator
  /// The window's.
  let size: Size
  private var place = Point.zero
  private var pressed: PointerButton?

  init(_ generator: SeededGenerator, in size: Size) {
    (self.generator, self.size) = (generator, size)
  }

  /// - Parameter button: Where the floating button is, which is visited often.
  mutating func nextEvents(button: Point) -> [InputEvent] {
    switch chance(14) {
    case 0...5: return (0...chance(4)).map { _ in movement(button) }
    case 6, 7: return [click()]
    case 8: return [typing(pick(["a", "Z", "9", "!"]))]
    case 9, 10: return [key()]
    case 11:
      let notches = Vector(dx: 0, dy: pick([-1, 1, 0.3]))
      return [.scrolled(ScrollStep(at: place, notches: notches))]
    case 12: return [.windowFocusChanged(isFocused: chance(2) == 0)]
    default:
      return [
        pick([
          .pointerLeft, .pointerGrabLost, .capsLockChanged(isOn: true),
          .capsLockChanged(isOn: false), .windowHidden,
        ])
      ]
    }
  }

  mutating func chance(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[chance(values.count)] }

  private mutating func movement(_ button: Point) -> InputEvent {
    place =
      chance(3) == 0
      ? button
      : Point(
        x: .random(in: 0...size.width, using: &generator),
        y: .random(in: 0...size.height, using: &generator))
    return .pointerMoved(to: place)
  }

  private mutating func click() -> InputEvent {
    if let button = pressed {
      pressed = nil
      return .pointerReleased(PointerPress(at: place, button: button))
    }
    let button = pick([PointerButton.primary, .primary, .secondary])
    pressed = button
    return .pointerPressed(PointerPress(at: place, button: button))
  }

  private func typing(_ character: Unicode.Scalar) -> InputEvent {
    .keyPressed(KeyPress(.character(character), text: TypedText(character)))
  }

  private mutating func key() -> InputEvent {
    let key = pick([
      Key.tab, .tab, .space, .enter, .escape, .left, .right, .up, .down, .home, .end, .backspace,
      .function(12), .menu,
    ])
    return .keyPressed(
      KeyPress(key, modifiers: pick([[], [], .shift]), isRepeat: chance(4) == 0))
  }
}
