import Gestures
import Motion
import Scene
import TestSupport
import Testing

/// A sequence of pointer events with their times. A `nil` event only lets time pass.
///
/// "p0@0 m5@100 r5@300" is a press, a move and a release at x coordinates and a number of milliseconds,
/// "c@400" is a cancellation, and "@500" only lets time pass.
struct PointerScript: CustomTestStringConvertible, ExpressibleByStringLiteral {
  typealias Step = (milliseconds: Int, event: GestureEvent?)

  let testDescription: String
  let steps: [Step]

  init(_ description: String, _ steps: [Step]) {
    testDescription = description
    self.steps = steps
  }

  init(stringLiteral text: String) {
    self.init(
      text,
      scriptSteps(text).map { step in
        let event: GestureEvent? =
          switch step.action {
          case "p": press(step.x)
          case "m": move(step.x)
          case "r": release(step.x)
          case "c": .cancelled
          default: nil
          }
        return (step.milliseconds, event)
      })
  }

  /// Creates a random script of presses, moves, releases and cancellations, which need not be
  /// plausible.
  init(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var (time, x) = (0, 0.0)
    var steps: [Step] = [(0, press(0))]
    for _ in 0..<12 {
      time += Int.random(in: 0...200, using: &generator)
      x += Double(Int.random(in: -6...6, using: &generator))
      let events = [press(x), move(x), move(x), move(x), release(x), GestureEvent.cancelled, nil]
      steps.append((time, events.randomElement(using: &generator) ?? nil))
    }
    self.init("seed \(seed)", steps)
  }

  /// Returns the state of a gesture after each step.
  ///
  /// - Parameter isPunctual: Whether deadlines are processed one by one at their time, and time
  ///   passes in many small steps. Otherwise the gesture learns the time only from events.
  func states<Subject: Gesture>(
    of gesture: Subject, isPunctual: Bool
  ) -> [GestureState<Subject.Value>] {
    var gesture = gesture
    var last = Instant.zero
    return steps.map { step in
      let now = Instant.zero + .milliseconds(step.milliseconds)
      if isPunctual {
        for tick in 1...7 { Self.advance(&gesture, to: last + last.duration(to: now) * tick / 7) }
      }
      if let event = step.event { gesture.handle(event, at: now) } else { gesture.advance(to: now) }
      last = now
      return gesture.state
    }
  }

  /// Returns the final state of a gesture.
  func outcome<Subject: Gesture>(of gesture: Subject) -> GestureState<Subject.Value> {
    states(of: gesture, isPunctual: false).last ?? .possible
  }

  private static func advance(_ gesture: inout some Gesture, to now: Instant) {
    while let deadline = gesture.deadline, deadline <= now { gesture.advance(to: deadline) }
    gesture.advance(to: now)
  }
}

func press(_ x: Double) -> GestureEvent { .pressed(Point(x: x, y: 0)) }
func move(_ x: Double) -> GestureEvent { .moved(Point(x: x, y: 0)) }
func release(_ x: Double) -> GestureEvent { .released(Point(x: x, y: 0)) }

/// Returns the steps of a script's text. The action is `nil` if only time passes.
func scriptSteps(_ text: String) -> [(milliseconds: Int, action: Character?, x: Double)] {
  text.split(separator: " ").map { step in
    let parts = step.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int(parts[1]) else {
      preconditionFailure("invalid step '\(step)'")
    }
    return (milliseconds, parts[0].first, Double(parts[0].dropFirst()) ?? 0)
  }
}
