import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport

/// Sends random input of all kinds to a floating button.
///
/// The input depends only on the seed, not on when the button is drawn.
struct RandomButtonDriver {
  private var generator: SeededGenerator
  private var isPressing = false

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  /// Returns a button with a random configuration in a window.
  mutating func button() -> ControlHarness<FloatingButton> {
    var harness = ControlHarness(button: configuration())
    if chance(2) { harness.control.focus(0, at: .zero) }
    return harness
  }

  /// Performs one random action.
  mutating func act(on harness: inout ControlHarness<FloatingButton>) {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...2: pressOrRelease(&harness)
    case 3, 4: throwButton(&harness)
    case 5: harness.move(to: randomPoint())
    case 6...10: pressKey(&harness)
    case 11: harness.click(chance(2) ? harness.center : randomPoint(), button: .secondary)
    case 12: interrupt(&harness)
    case 13: harness.control.focus(chance(3) ? nil : 0, at: harness.now)
    case 14: resize(&harness)
    default: change(&harness)
    }
  }

  /// Returns a random duration without input.
  mutating func pause() -> Duration {
    .milliseconds(Int.random(in: 0...500, using: &generator))
  }

  private mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &generator) == 0
  }

  private mutating func pressOrRelease(_ harness: inout ControlHarness<FloatingButton>) {
    if isPressing {
      harness.release()
    } else {
      harness.press(at: chance(4) ? randomPoint() : harness.center)
    }
    isPressing.toggle()
  }

  private mutating func throwButton(_ harness: inout ControlHarness<FloatingButton>) {
    if !isPressing { harness.press(at: harness.center) }
    harness.advance(by: .milliseconds(Int.random(in: 0...400, using: &generator)))
    let end = randomPoint()
    harness.drag(to: end, over: .milliseconds(Int.random(in: 10...300, using: &generator)))
    harness.release()
    isPressing = false
  }

  private mutating func pressKey(_ harness: inout ControlHarness<FloatingButton>) {
    let keys: [Key] = [
      .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .enter, .space, .escape, .tab,
      .menu, .character("m"), .character("m"), .character("q"),
    ]
    let modifiers: [Modifiers] = [[], [], [], .shift, .control, .alt]
    harness.press(
      keys.randomElement(using: &generator) ?? .tab,
      modifiers.randomElement(using: &generator) ?? [], isRepeat: chance(4))
  }

  private mutating func interrupt(_ harness: inout ControlHarness<FloatingButton>) {
    let events: [InputEvent] = [
      .pointerGrabLost, .windowHidden, .pointerLeft, .windowFocusChanged(isFocused: chance(2)),
      .scrolled(ScrollEvent(at: harness.pointer, notches: Vector(dx: 0, dy: 1))),
    ]
    harness.send(events.randomElement(using: &generator) ?? .pointerLeft)
  }

  private mutating func resize(_ harness: inout ControlHarness<FloatingButton>) {
    harness.resize(
      to: Size(
        width: .random(in: 100...1500, using: &generator).rounded(),
        height: .random(in: 60...1000, using: &generator).rounded()))
  }

  private mutating func change(_ harness: inout ControlHarness<FloatingButton>) {
    if chance(2) {
      harness.control.setRate(
        [0, 0.1, 0.5, 1, 1, 2].randomElement(using: &generator) ?? 1, at: harness.now)
    } else {
      harness.control.reconfigure(configuration(), at: harness.now)
    }
  }

  private mutating func configuration() -> FloatingButton.Configuration {
    FloatingButton.Configuration(
      shape: chance(3) ? .ball : .button, snap: SnapMode.allCases.randomElement(using: &generator),
      drag: FloatingButton.DragMode.allCases.randomElement(using: &generator),
      tap: chance(2) ? .expand : .toggle,
      actions: (0..<5).map { ActionItem(id: "\($0)", label: "Do \($0)", keepsOpen: $0 == 0) },
      dims: chance(2), ringsBell: chance(2), label: chance(3) ? "Another label" : "Drag me!",
      tuning: tuning())
  }

  private mutating func tuning() -> FloatingButton.Tuning {
    FloatingButton.Tuning(
      spring: Spring(
        response: .random(in: 0.05...0.8, using: &generator),
        dampingFraction: .random(in: 0.2...2, using: &generator)),
      draggedScale: chance(5) ? .nan : .random(in: -1...5, using: &generator),
      dimmedOpacity: chance(5) ? .nan : .random(in: -1...2, using: &generator),
      longPress: .milliseconds(Int.random(in: -100...500, using: &generator)))
  }

  private mutating func randomPoint() -> Point {
    Point(
      x: .random(in: -200...1200, using: &generator).rounded(),
      y: .random(in: -200...900, using: &generator).rounded())
  }
}
