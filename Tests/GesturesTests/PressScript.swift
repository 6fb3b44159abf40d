import Gestures
import Motion
import Scene
import TestSupport
import Testing

/// A sequence of input events with their times. A `nil` event only lets time pass. The pointer is
/// over the control at each position.
///
/// "p0@0 m5@100 r5@300" is a press, a move and a release at x coordinates and a number of milliseconds,
/// "c@400" is a cancellation, and "@500" only lets time pass.
struct PressScript: CustomTestStringConvertible, ExpressibleByStringLiteral {
  typealias Step = (milliseconds: Int, event: InputEvent?)

  /// The observable state after a step.
  struct State: Equatable {
    /// The outcome of the event, or `nil` if only time passed.
    var outcome: PressRecognizer.Outcome?
    var drag: PressRecognizer.Drag?
    var isPressed: Bool
    var isHovered: Bool
  }

  let testDescription: String
  let steps: [Step]

  init(_ description: String, _ steps: [Step]) {
    testDescription = description
    self.steps = steps
  }

  init(stringLiteral text: String) {
    self.init(
      text,
      text.split(separator: " ").map { step in
        let parts = step.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Int(parts[1]) else {
          preconditionFailure("invalid step '\(step)'")
        }
        let x = Double(parts[0].dropFirst()) ?? 0
        let event: InputEvent? =
          switch parts[0].first {
          case "p": .press(x)
          case "m": .move(x)
          case "r": .release(x)
          case "c": .pointerGrabLost
          default: nil
          }
        return (milliseconds, event)
      })
  }

  /// Creates a random script of presses, moves, releases and cancellations, which need not be
  /// plausible.
  init(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var (time, x) = (0, 0.0)
    var steps: [Step] = [(0, .press(0))]
    for _ in 0..<12 {
      time += Int.random(in: 0...200, using: &generator)
      x += Double(Int.random(in: -6...6, using: &generator))
      let events: [InputEvent?] = [
        .press(x), .move(x), .move(x), .move(x), .release(x), .pointerGrabLost, nil,
      ]
      steps.append((time, events.randomElement(using: &generator) ?? nil))
    }
    self.init("seed \(seed)", steps)
  }

  /// Returns the state after each step.
  ///
  /// - Parameter isPunctual: Whether deadlines are processed at their time, and time passes in many
  ///   small steps. Otherwise the recognizer learns the time only from events.
  func states(_ rules: PressRecognizer.Rules, isPunctual: Bool = false) -> [State] {
    var recognizer = PressRecognizer(rules)
    var last = Instant.zero
    return steps.map { step in
      let now = milliseconds(step.milliseconds)
      if isPunctual {
        for tick in 1...7 { Self.advance(&recognizer, to: last + last.duration(to: now) * tick / 7) }
      }
      last = max(last, now)
      let outcome = step.event.map {
        recognizer.handle($0, at: now, over: $0.pointerPosition == nil ? nil : 0)
      }
      if step.event == nil { recognizer.advance(to: now) }
      return State(
        outcome: outcome, drag: recognizer.drag, isPressed: recognizer.isPressed,
        isHovered: recognizer.isHovered)
    }
  }

  /// Returns the result of the last step: "dragging" and "dropped" with the start and the position.
  func result(_ drag: PressRecognizer.DragStart) -> String {
    guard let state = states(PressRecognizer.Rules(drag: drag)).last else { return "nothing" }
    func range(_ drag: PressRecognizer.Drag) -> String { "\(Int(drag.start.x)) to \(Int(drag.position.x))" }
    if let drag = state.drag { return "dragging \(range(drag))" }
    switch state.outcome {
    case .dropped(let drag): return "dropped \(range(drag))"
    case .tapped: return "tapped"
    case .cancelled: return "cancelled"
    case .ignored: return "ignored"
    case .handled, .pressed, .held, .dragging, nil: return state.isPressed ? "pressed" : "released"
    }
  }

  /// Returns the drag after the last step, in progress or just ended.
  func drag(_ drag: PressRecognizer.DragStart = .afterDistance(0)) -> PressRecognizer.Drag? {
    guard let state = states(PressRecognizer.Rules(drag: drag)).last else { return nil }
    if case .dropped(let drag) = state.outcome { return drag }
    return state.drag
  }

  private static func advance(_ recognizer: inout PressRecognizer, to now: Instant) {
    if let deadline = recognizer.deadline, deadline <= now { recognizer.advance(to: deadline) }
    recognizer.advance(to: now)
  }
}

func at(_ x: Double) -> Point { Point(x: x, y: 0) }
func milliseconds(_ count: Int) -> Instant { .zero + .milliseconds(count) }

extension InputEvent {
  static func press(_ x: Double, _ button: PointerButton = .primary) -> InputEvent {
    .pointerPressed(PointerPress(at: at(x), button: button))
  }

  static func move(_ x: Double) -> InputEvent { .pointerMoved(to: at(x)) }

  static func release(_ x: Double, _ button: PointerButton = .primary) -> InputEvent {
    .pointerReleased(PointerPress(at: at(x), button: button))
  }
}
