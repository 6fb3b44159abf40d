import Gestures
import Motion
import Scene

/// The gestures of the floating button as one: a drag, or else a tap.
struct PressGesture: Sendable {
  /// How a drag begins.
  struct Rules: Hashable, Sendable {
    var drag: FloatingButton.DragMode
    /// Of mode `longPress`.
    var longPress: Duration
    /// How far a press may move that is no drag, where that is more than usual.
    var dragThreshold: Double

    func slop(_ usual: Double) -> Double { max(usual, dragThreshold) }
  }

  /// What has become of the press.
  enum Outcome {
    case undecided
    /// Drag mode.
    case dragging(Drag.Value)
    case dropped(Drag.Value)
    case tapped
    case nothing
  }

  let rules: Rules
  /// A drag must be held first; pressing long is never a tap.
  private var held: Exclusive<Sequenced<LongPress, Drag>, Tap>
  /// A press that moves is a drag at once, any other a tap.
  private var immediate: Exclusive<Drag, Tap>

  /// - Parameter isTouch: Whether a finger presses, which is never quite still.
  init(_ rules: Rules, isTouch: Bool = false) {
    typealias Look = Theme.FloatingButton
    self.rules = rules
    let (longPressSlop, dragSlop) = (rules.slop(Look.longPressSlop), rules.slop(Look.dragSlop))
    held = LongPress(minimumDuration: rules.longPress, maximumDistance: longPressSlop)
      .sequenced(before: Drag())
      .exclusively(
        before: Tap(maximumDuration: rules.longPress, maximumDistance: longPressSlop))
    let slop = isTouch ? max(dragSlop, Look.touchSlop) : dragSlop
    immediate = Drag(minimumDistance: slop).exclusively(before: Tap(maximumDistance: slop))
  }

  var deadline: Instant? {
    rules.drag == .longPress ? held.deadline : immediate.deadline
  }

  // Both are changed in place, so that their samples are never copied.

  mutating func handle(_ event: GestureEvent, at now: Instant) {
    switch rules.drag {
    case .longPress: held.handle(event, at: now)
    case .immediate: immediate.handle(event, at: now)
    }
  }

  mutating func advance(to now: Instant) {
    switch rules.drag {
    case .longPress: held.advance(to: now)
    case .immediate: immediate.advance(to: now)
    }
  }

  var outcome: Outcome {
    switch rules.drag {
    case .longPress:
      switch held.state {
      case .active(.first(let value)): value.second.map(Outcome.dragging) ?? .undecided
      case .ended(.first(let value)): value.second.map(Outcome.dropped) ?? .nothing
      case .active(.second), .possible: .undecided
      case .ended(.second): .tapped
      case .failed: .nothing
      }
    case .immediate:
      switch immediate.state {
      case .active(.first(let value)): .dragging(value)
      case .ended(.first(let value)): .dropped(value)
      case .active(.second), .possible: .undecided
      case .ended(.second): .tapped
      case .failed: .nothing
      }
    }
  }
}
