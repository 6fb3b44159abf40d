import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Pressable control` {
  private var button: CapsuleButton = {
    var button = CapsuleButton("OK", in: Environment(text: FixedTextMetrics()))
    button.layOut(at: .zero, width: 200, at: .zero)
    return button
  }()

  private mutating func handle(_ event: InputEvent) -> (isHandled: Bool, isPressed: Bool) {
    let response = button.handle(event, at: .zero)
    return (response.isHandled, response.actions == [.pressed])
  }

  @Test mutating func `performs its effect when the pointer is pressed and released on it`() {
    let press = PointerPress(at: button.frame.center)
    #expect(handle(.pointerPressed(press)) == (true, false))
    #expect(handle(.pointerReleased(press)) == (true, true))
    #expect(handle(.pointerPressed(press)) == (true, false))
    #expect(handle(.pointerReleased(PointerPress(at: Point(x: -1, y: 0)))) == (true, false))
    #expect(handle(.pointerGrabLost) == (false, false))
  }

  @Test(arguments: [Key.space, .enter])
  mutating func `is pressed by a key only once and only with focus`(key: Key) {
    #expect(handle(.keyPressed(KeyPress(key))) == (false, false))
    button.focus(0, at: .zero)
    #expect(handle(.keyPressed(KeyPress(key))) == (true, true))
    #expect(handle(.keyPressed(KeyPress(key, isRepeat: true))) == (true, false))
    #expect(handle(.keyPressed(KeyPress(.left))) == (false, false))
  }
}
