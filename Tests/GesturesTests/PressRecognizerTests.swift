import Gestures
import Motion
import Scene
import TestSupport
import Testing

/// A control with parts of 10 pixels each: part 0 at 0..<10, part 1 at 10..<20.
private struct Control {
  var recognizer = PressRecognizer()
  var now = Instant.zero

  mutating func handle(_ event: InputEvent) -> PressRecognizer.Outcome {
    let part = event.pointerPosition.flatMap { (0..<20).contains($0.x) ? Int($0.x / 10) : nil }
    return recognizer.handle(event, at: now, over: part)
  }

  /// Presses a button in the middle of part 0.
  mutating func press() {
    #expect(handle(.press(5)) == .pressed(PointerPress(at: at(5)), clicks: 1))
    #expect(recognizer.isPressed && recognizer.pressed == 0 && recognizer.hovered == 0)
  }
}

@Suite struct `Press recognizer` {
  private var control = Control()

  @Test mutating func `reports a tap when the button is released on the pressed part`() {
    control.press()
    #expect(control.handle(.release(9)) == .tapped(0))
    #expect(!control.recognizer.isPressed && control.recognizer.isHovered)
    #expect(control.handle(.press(15)).isHandled)
    #expect(control.handle(.release(15)) == .tapped(1))
  }

  @Test mutating func `reports no tap if the button is pressed or released elsewhere`() {
    control.press()
    #expect(control.handle(.move(25)) == .handled, "it is pressed")
    #expect(control.handle(.release(25)) == .handled)
    #expect(control.handle(.press(25)) == .ignored)
    #expect(control.handle(.release(5)) == .ignored)
    #expect(!control.recognizer.isPressed)
    control.press()
    #expect(control.handle(.release(15)) == .handled, "it is another part")
  }

  @Test mutating func `ignores other pointer buttons`() {
    for button in [PointerButton.secondary, .middle] {
      #expect(control.handle(.press(5, button)) == .ignored)
      #expect(!control.recognizer.isPressed)
    }
    control.press()
    #expect(control.handle(.release(5, .secondary)) == .ignored)
    #expect(control.recognizer.isPressed)
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  mutating func `cancels a press that cannot be released`(event: InputEvent) {
    #expect(control.handle(event) == .ignored)
    control.press()
    let outcome = control.handle(event)
    #expect(outcome == .cancelled && !outcome.isHandled, "other controls receive the event, too")
    #expect(!control.recognizer.isPressed)
    #expect(control.handle(.release(5)) == .ignored)
  }

  @Test mutating func `is not hovered after the window was hidden`() {
    for _ in 0..<2 {
      _ = control.handle(.pointerMoved(to: at(5)))
      #expect(control.recognizer.isHovered)
      _ = control.handle(.windowHidden)
      #expect(!control.recognizer.isHovered)
      control.press()
    }
  }

  @Test mutating func `has no effect after it is cancelled by its owner`() {
    #expect(control.recognizer.cancel() == .ignored)
    control.press()
    #expect(control.recognizer.cancel() == .cancelled)
    #expect(control.handle(.release(5)) == .ignored)
  }

  @Test(arguments: [
    InputEvent.pointerLeft, .windowFocusChanged(isFocused: false), .keyPressed(KeyPress(.space)),
    .scrolled(ScrollEvent(at: at(5), notches: Vector(dx: 0, dy: 1))),
  ]) mutating func `stays pressed after other events`(event: InputEvent) {
    control.press()
    #expect(control.handle(event) == .ignored)
    #expect(control.recognizer.isPressed)
    #expect(control.handle(.release(5)) == .tapped(0))
  }

  @Test mutating func `reports the part under the pointer`() {
    #expect(control.handle(.move(5)) == .handled)
    #expect(control.recognizer.hovered == 0)
    #expect(control.handle(.move(15)) == .handled)
    #expect(control.recognizer.hovered == 1)
    #expect(control.handle(.move(25)) == .ignored)
    #expect(!control.recognizer.isHovered)
    _ = control.handle(.move(5))
    #expect(control.handle(.pointerLeft) == .ignored)
    #expect(!control.recognizer.isHovered)
  }

  @Test mutating func `has the pressed style only while the pointer is over the control`() {
    func style(_ control: Control) -> Int { control.recognizer.style(normal: 0, hovered: 1, pressed: 2) }
    #expect(style(control) == 0)
    _ = control.handle(.move(5))
    #expect(style(control) == 1)
    control.press()
    #expect(style(control) == 2)
    _ = control.handle(.move(25))
    #expect(style(control) == 0)
  }

  @Test mutating func `counts presses within the time and the distance of its rules`() {
    func presses(_ steps: [(milliseconds: Int, x: Double)], maximum: Int = 3) -> [Int] {
      var control = Control()
      control.recognizer.rules.maximumClicks = maximum
      control.recognizer.rules.clickInterval = .milliseconds(400)
      control.recognizer.rules.clickDistance = 4
      return steps.map { step in
        control.now = milliseconds(step.milliseconds)
        let outcome = control.handle(.press(step.x))
        _ = control.handle(.release(step.x))
        return if case .pressed(_, let clicks) = outcome { clicks } else { 0 }
      }
    }
    #expect(presses([(0, 5), (100, 5), (200, 9), (300, 9), (700, 9)]) == [1, 2, 3, 1, 1])
    let four = (0..<4).map { (milliseconds: 100 * $0, x: 5.0) }
    #expect(presses(four, maximum: 2) == [1, 2, 1, 2] && presses(four, maximum: 0) == [1, 1, 1, 1])
    #expect(presses([(0, 5), (100, 9.5), (200, 25), (300, 5)]) == [1, 1, 0, 1])
  }

  @Test mutating func `counts no double clicks by default`() {
    control.press()
    control.press()
  }
}

@Suite struct `Press recognition over time` {
  private static let rules: [PressRecognizer.DragStart] = [
    .never, .afterDistance(0), .afterDistance(3), .afterHold(.milliseconds(300), slop: 10),
    .afterHold(.milliseconds(300), slop: 0), .afterHold(.zero, slop: 3),
  ]

  @Test(arguments: seeds(300))
  func `has the same result if deadlines are processed in time or late`(seed: Int) {
    let script = PressScript(seed: seed)
    for drag in Self.rules {
      for hold in [nil, Duration.milliseconds(150)] {
        var rules = PressRecognizer.Rules(drag: drag)
        rules.hold = hold
        #expect(script.states(rules) == script.states(rules, isPunctual: true), "\(drag)")
      }
    }
  }

  @Test(arguments: seeds(300)) func `ends when it is cancelled`(seed: Int) {
    let steps = PressScript(seed: seed).steps + [(9_000, .windowHidden)]
    for drag in Self.rules {
      let state = PressScript("cancelled", steps).states(PressRecognizer.Rules(drag: drag)).last
      #expect(state?.isPressed == false && state?.drag == nil)
    }
  }
}

@Suite struct `Held presses` {
  private static let hold = Duration.milliseconds(150)

  private static func rules(_ drag: PressRecognizer.DragStart) -> PressRecognizer.Rules {
    var rules = PressRecognizer.Rules(drag: drag)
    rules.hold = hold
    return rules
  }

  @Test(arguments: seeds(300), [PressRecognizer.DragStart.never, .afterDistance(0), .afterDistance(8)])
  func `are reported once, at the end of the hold, if they are no drag`(
    seed: Int, drag: PressRecognizer.DragStart
  ) {
    var recognizer = PressRecognizer(Self.rules(drag))
    var (position, end) = (Point.zero, Instant?.none)
    for step in PressScript(seed: seed).steps {
      let now = milliseconds(step.milliseconds)
      let isDue = end.map { $0 <= now } == true
      if isDue { #expect(recognizer.deadline == end) }
      let outcome = recognizer.advance(to: now)
      #expect(outcome == (isDue ? .held(position) : .ignored))
      #expect(recognizer.advance(to: now) == .ignored)
      if isDue { end = nil }
      guard let event = step.event else { continue }
      let isTap = if case .tapped = recognizer.handle(event, at: now, over: 0) { true } else { false }
      #expect(!isTap || end != nil, "a held press is no tap")
      position = event.pointerPosition ?? position
      if case .pointerPressed = event { end = now + Self.hold }
      if !recognizer.isPressed || recognizer.drag != nil { end = nil }
    }
  }

  @Test(arguments: seeds(300)) func `become the same drags as other presses`(seed: Int) {
    let script = PressScript(seed: seed)
    for drag in [PressRecognizer.DragStart.never, .afterDistance(0), .afterDistance(8)] {
      let states = script.states(Self.rules(drag))
      for (held, other) in zip(states, script.states(PressRecognizer.Rules(drag: drag))) {
        #expect(held.drag == other.drag && held.isPressed == other.isPressed)
        if case (.handled, .tapped) = (held.outcome, other.outcome) { continue }
        #expect(held.outcome == other.outcome)
      }
    }
  }
}

@Suite struct `Buttons of a press` {
  private static let rules = [PressRecognizer.DragStart.never, .afterDistance(3)].map { drag in
    var rules = PressRecognizer.Rules(drag: drag)
    rules.buttons = [.primary, .secondary]
    return rules
  }

  @Test(arguments: seeds(100)) func `have the same effect`(seed: Int) {
    let script = PressScript(seed: seed)
    let steps = script.steps.map { ($0, $1?.by(.secondary)) }
    for rules in Self.rules {
      let states = PressScript("secondary", steps).states(rules)
      for (state, expected) in zip(states, script.states(rules)) {
        #expect(state.drag == expected.drag && state.isPressed == expected.isPressed)
        if case (.pressed(let press, 1), .pressed) = (state.outcome, expected.outcome) {
          #expect(press.button == .secondary)
        } else {
          #expect(state.outcome == expected.outcome)
        }
      }
    }
  }

  @Test(arguments: seeds(100), [PointerButton.secondary, .middle])
  func `do not change a press of another button`(seed: Int, other: PointerButton) {
    let script = PressScript(seed: seed)
    for rules in Self.rules {
      let expected = script.states(rules)
      var steps: [PressScript.Step] = []
      var indices: [Int] = []
      var x = 0.0
      for (step, state) in zip(script.steps, expected) {
        indices.append(steps.count)
        steps.append(step)
        x = step.event?.pointerPosition?.x ?? x
        if state.isPressed {
          steps += [(step.milliseconds, .press(x, other)), (step.milliseconds, .release(x, other))]
        }
      }
      let states = PressScript("others", steps).states(rules)
      #expect(indices.map { states[$0] } == expected)
    }
  }

  @Test func `are those of the rules`() {
    for button in [PointerButton.primary, .secondary, .middle] {
      var recognizer = PressRecognizer(Self.rules[0])
      let isAccepted = button != .middle
      #expect(recognizer.handle(.press(5, button), at: .zero, over: 0).isHandled == isAccepted)
      let outcome = recognizer.handle(.release(5, button), at: .zero, over: 0)
      #expect(outcome == (isAccepted ? .tapped(0) : .ignored))
    }
  }
}

extension InputEvent {
  /// Returns the event with another pointer button.
  fileprivate func by(_ button: PointerButton) -> InputEvent {
    switch self {
    case .pointerPressed(let press): .press(press.position.x, button)
    case .pointerReleased(let press): .release(press.position.x, button)
    default: self
    }
  }
}
