import Controls
import Scene
import TestSupport

/// A random source of all kinds of events in the window.
struct RandomWindowDriver {
  var generator: SeededGenerator
  /// The size of the window.
  let size: Size
  private var position = Point.zero
  private var pressed: PointerButton?

  init(_ generator: SeededGenerator, in size: Size) {
    (self.generator, self.size) = (generator, size)
  }

  /// Returns the next events.
  ///
  /// - Parameter button: The position of the floating button, to which the pointer often moves.
  mutating func nextEvents(button: Point) -> [InputEvent] {
    switch chance(16) {
    case 0...5: return (0...chance(4)).map { _ in movement(button) }
    case 6, 7: return [click()]
    case 8: return [typing(pick(["a", "Z", "9", "!"]))]
    case 9, 10: return [key()]
    case 11:
      let notches = Vector(dx: 0, dy: pick([-1, 1, 0.3]))
      return [.scrolled(ScrollEvent(at: position, notches: notches))]
    case 12: return [.windowFocusChanged(isFocused: chance(2) == 0)]
    case 13: return composing()
    case 14: return [.data(dataEvent())]
    default:
      return [
        pick([
          .pointerLeft, .pointerGrabLost, .keyboardChanged(keyboardStatus()), .windowHidden,
          .windowObscured,
        ])
      ]
    }
  }

  mutating func chance(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[chance(values.count)] }

  private mutating func movement(_ button: Point) -> InputEvent {
    position =
      chance(3) == 0
      ? button
      : Point(
        x: .random(in: 0...size.width, using: &generator),
        y: .random(in: 0...size.height, using: &generator))
    return .pointerMoved(to: position)
  }

  private mutating func click() -> InputEvent {
    if let button = pressed {
      pressed = nil
      return .pointerReleased(PointerPress(at: position, button: button))
    }
    let button = pick([PointerButton.primary, .primary, .secondary])
    pressed = button
    return .pointerPressed(PointerPress(at: position, button: button))
  }

  private mutating func keyboardStatus() -> KeyboardStatus {
    KeyboardStatus(
      isCapsLockOn: chance(2) == 0, layout: pick([nil, "English (US)", "Русская"]),
      hasSeveralLayouts: chance(2) == 0)
  }

  private func typing(_ character: Unicode.Scalar) -> InputEvent {
    .keyPressed(KeyPress(.character(character), text: TypedText(character)))
  }

  private mutating func key() -> InputEvent {
    if chance(4) == 0 { return shortcut() }
    let key = pick([
      Key.tab, .tab, .space, .enter, .escape, .left, .right, .up, .down, .home, .end, .backspace,
      .function(12), .menu,
    ])
    return .keyPressed(
      KeyPress(key, modifiers: pick([[], [], .shift, .control]), isRepeat: chance(4) == 0))
  }

  /// Returns a key press with Control that does not close the window.
  private mutating func shortcut() -> InputEvent {
    let modifiers = pick([Modifiers.control, .control, [.control, .shift]])
    return .keyPressed(
      KeyPress(.character(pick(["a", "c", "v", "x", "y", "z"])), modifiers: modifiers))
  }

  /// Returns input method events: preedit text, committed text, or both.
  private mutating func composing() -> [InputEvent] {
    let preedit = Preedit([Preedit.Segment(pick(["´", "한", "a b"]))], caret: chance(3))
    let commit = InputEvent.textCommitted(TypedText("é"))
    return pick([[.preeditChanged(preedit)], [commit], [.preeditChanged(.empty), commit]])
  }

  /// Returns an event with data from other programs, requested or not.
  private mutating func dataEvent() -> DataEvent {
    let types = pick([[DataType.text], [.uriList, .text], [.tokens, .text], []])
    switch chance(6) {
    case 0, 1: return .dragUpdated(DropInfo(at: position, types: types, isLocal: chance(3) == 0))
    case 2: return .dragExited
    case 3: return .dragEnded(pick([.dropped, .cancelled]))
    default:
      let source = pick([ReceivedData.Source.pasteboard(.clipboard), .drop(at: position)])
      return .received(ReceivedData(from: source, result(types.first)))
    }
  }

  private mutating func result(
    _ type: DataType?
  ) -> Result<ReceivedData.Content, ReceivedData.Failure> {
    guard let type else { return .failure(.noData) }
    let bytes = Array(pick(["a@b.example, c", "file:///a%20b\r\n", "6:t7 d@e,", ""]).utf8)
    return .success(.init(type: type, bytes: ReceivedBytes(copying: bytes.span)))
  }
}
