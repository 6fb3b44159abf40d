import Controls
import Motion
import Scene
import TestSupport

/// A window that produces random events, and performs the effects of its content: it answers requests and
/// drags data.
struct RandomWindowEvents {
  /// A position of which some events are near.
  var target = Point.zero
  private var pointer = Point.zero
  private var pressedButtons: Set<PointerButton> = []
  private var isFocused = true
  /// Whether data from this window is dragged, so that there are no pointer events.
  private var isDragging = false
  /// The requests that were not answered, in order.
  private var requests: [(source: ReceivedData.Source, pasteboard: Pasteboard)] = []

  /// Performs the effects of a response.
  mutating func follow(_ response: Response<RecordedAction>) {
    for effect in response.effects {
      switch effect {
      case .beginDrag: (isDragging, pressedButtons) = (true, [])
      case .request(let pasteboard, _): requests.append((.pasteboard(pasteboard), pasteboard))
      case .requestSecret(let pasteboard, let number, _):
        requests.append((.secret(request: number), pasteboard))
      case .bell, .announce, .refuse, .focus, .offer, .offerSecret, .withdraw, .close: break
      }
    }
  }

  /// Returns the next event.
  mutating func next(using generator: inout SeededGenerator) -> InputEvent {
    // More pointer events during a press, because they depend on each other.
    let isPointerLikely = !pressedButtons.isEmpty && Bool.random(using: &generator)
    return switch Int.random(in: 0..<(isPointerLikely ? 30 : 48), using: &generator) {
    case 0..<22: isDragging ? dragEvent(using: &generator) : pointerEvent(using: &generator)
    case 22..<33: .keyPressed(KeyPress(key(using: &generator)))
    case 33: .textCommitted(TypedText("a"))
    case 34: .preeditChanged(Preedit([Preedit.Segment("a")]))
    case 35..<42:
      requests.count < Int.random(in: 1..<5, using: &generator)
        ? .keyPressed(KeyPress(.character("r"))) : answer(using: &generator)
    case 42, 43: isDragging ? dragEvent(using: &generator) : foreignDragEvent(using: &generator)
    default: windowEvent(using: &generator)
    }
  }

  private mutating func pointerEvent(using generator: inout SeededGenerator) -> InputEvent {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<6:
      pointer = point(using: &generator)
      return .pointerMoved(to: pointer)
    case 6..<13:
      if Bool.random(using: &generator) { pointer = point(using: &generator) }
      let button = self.button(using: &generator)
      pressedButtons.insert(button)
      return .pointerPressed(PointerPress(at: pointer, button: button))
    case 13..<18:
      let button = pressedButtons.sorted { "\($0)" < "\($1)" }.randomElement(using: &generator) ?? .primary
      pressedButtons.remove(button)
      return .pointerReleased(PointerPress(at: pointer, button: button))
    case 18: return .pointerLeft
    default:
      let notches = Vector(dx: 0, dy: Double(Int.random(in: -1...1, using: &generator)))
      return .scrolled(ScrollEvent(at: pointer, notches: notches))
    }
  }

  private mutating func windowEvent(using generator: inout SeededGenerator) -> InputEvent {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      pressedButtons = []
      return .pointerGrabLost
    case 1: return .windowHidden
    case 2: return .windowObscured
    case 3: return .keyboardChanged(KeyboardStatus())
    default:
      isFocused.toggle()
      return .windowFocusChanged(isFocused: isFocused)
    }
  }

  private func point(using generator: inout SeededGenerator) -> Point {
    let area = ControlTree.area
    guard Bool.random(using: &generator) else { return target }
    return Point(
      x: Double.random(in: area.minX..<area.maxX, using: &generator).rounded(.down),
      y: Double.random(in: area.minY..<area.maxY, using: &generator).rounded(.down))
  }

  private func button(using generator: inout SeededGenerator) -> PointerButton {
    [.primary, .primary, .primary, .secondary, .middle].randomElement(using: &generator) ?? .primary
  }

  private func key(using generator: inout SeededGenerator) -> Key {
    let characters: [Unicode.Scalar] = ["b", "f", "m", "m", "r", "r", "r", "s", "s", "x"]
    let keys = characters.map(Key.character) + [.escape, .pageDown, .tab, .enter]
    return keys.randomElement(using: &generator) ?? .tab
  }
}

// Data.
extension RandomWindowEvents {
  /// Answers the oldest request of a pasteboard, or refuses the newest one.
  private mutating func answer(using generator: inout SeededGenerator) -> InputEvent {
    let chosen = requests.randomElement(using: &generator)
    let isChosen = { (request: (source: ReceivedData.Source, pasteboard: Pasteboard)) in
      request.pasteboard == chosen?.pasteboard
    }
    let isRefused = Int.random(in: 0..<6, using: &generator) == 0
    let index = (isRefused ? requests.lastIndex(where: isChosen) : requests.firstIndex(where: isChosen)) ?? 0
    let source = requests.remove(at: index).source
    return .data(.received(ReceivedData(from: source, .failure(isRefused ? .tooManyRequests : .noData))))
  }

  /// Returns an event of a drag from this window.
  private mutating func dragEvent(using generator: inout SeededGenerator) -> InputEvent {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      isDragging = false
      return .data(.dragEnded(.dropped))
    case 1: return drop(using: &generator)
    default: return dragUpdated(isLocal: true, using: &generator)
    }
  }

  /// Returns an event of a drag from another window, or the end of a drag without a source.
  private mutating func foreignDragEvent(using generator: inout SeededGenerator) -> InputEvent {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .data(.dragExited)
    case 1: drop(using: &generator)
    case 2: .data(.dragEnded(.cancelled))
    default: dragUpdated(isLocal: false, using: &generator)
    }
  }

  private mutating func dragUpdated(isLocal: Bool, using generator: inout SeededGenerator) -> InputEvent {
    pointer = point(using: &generator)
    return .data(.dragUpdated(DropInfo(at: pointer, types: [.text], isLocal: isLocal)))
  }

  private func drop(using generator: inout SeededGenerator) -> InputEvent {
    .data(.received(ReceivedData(from: .drop(at: pointer), .failure(.noData))))
  }
}
