public import Controls
import Motion
public import Scene
import TestSupport

/// A driver that sends random keys, pointer events and delays to a control. The sequence depends
/// only on the seed.
public struct RandomInputDriver {
  private var generator: SeededGenerator
  /// The area of the pointer positions.
  private let area: Rect
  private var isPressing = false

  public init(seed: Int, in area: Rect) {
    generator = SeededGenerator(seed: seed)
    self.area = area
  }

  /// Performs one random action, followed by a random delay.
  public mutating func act<Subject: Control & ~Copyable>(
    on harness: inout ControlHarness<Subject>
  ) {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: harness.move(to: point())
    case 2:
      if isPressing { harness.release() } else { harness.press(at: harness.pointer) }
      isPressing.toggle()
    case 3: harness.type(["a", "Z", "9", "!", "é", "👍🏽"].randomElement(using: &generator) ?? "a")
    case 4, 5: harness.press(key(), modifiers())
    case 6: harness.scroll([-1, 1].randomElement(using: &generator) ?? 1)
    default: harness.send(.windowFocusChanged(isFocused: .random(using: &generator)))
    }
    harness.advance(by: .milliseconds(Int.random(in: 0...400, using: &generator)))
  }

  private mutating func point() -> Point {
    Point(
      x: .random(in: area.minX...area.maxX, using: &generator).rounded(),
      y: .random(in: area.minY...area.maxY, using: &generator).rounded())
  }

  private mutating func key() -> Key {
    let keys: [Key] = [
      .left, .right, .home, .end, .tab, .tab, .space, .enter, .backspace, .delete, .escape,
      .pageDown, .pageUp, .character("a"),
    ]
    return keys.randomElement(using: &generator) ?? .tab
  }

  private mutating func modifiers() -> Modifiers {
    [[], [], .shift, .control].randomElement(using: &generator) ?? []
  }
}
