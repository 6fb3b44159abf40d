import Gestures
import Motion
import Scene

/// The gestures of the floating button as one: a drag, or else a tap.
enum PressGesture: Sendable {
  /// A drag must be held first; pressing long is never a tap.
  case longPress(Exclusive<Sequenced<LongPress, Drag>, Tap>)
  /// A press that moves is a drag at once, any other a tap.
  case immediate(Exclusive<Drag, Tap>)

  /// What has become of the press.
  enum Outcome {
    case undecided
    /// Drag mode.
    case dragging(Drag.Value)
    case dropped(Drag.Value)
    case tapped
    case nothing
  }

  init(_ mode: FloatingButton.DragMode) {
    typealias Look = Theme.FloatingButton
    switch mode {
    case .longPress:
      let hold = LongPress(
        minimumDuration: Look.longPress, maximumDistance: Look.longPressSlop)
      let tap = Tap(maximumDuration: Look.longPress, maximumDistance: Look.longPressSlop)
      self = .longPress(hold.sequenced(before: Drag()).exclusively(before: tap))
    case .immediate:
      let tap = Tap(maximumDistance: Look.dragSlop)
      self = .immediate(Drag(minimumDistance: Look.dragSlop).exclusively(before: tap))
    }
  }

  var deadline: Instant? {
    switch self {
    case .longPress(let gesture): gesture.deadline
    case .immediate(let gesture): gesture.deadline
    }
  }

  mutating func handle(_ event: GestureEvent, at now: Instant) {
    switch self {
    case .longPress(var gesture):
      gesture.handle(event, at: now)
      self = .longPress(gesture)
    case .immediate(var gesture):
      gesture.handle(event, at: now)
      self = .immediate(gesture)
    }
  }

  mutating func advance(to now: Instant) {
    switch self {
    case .longPress(var gesture):
      gesture.advance(to: now)
      self = .longPress(gesture)
    case .immediate(var gesture):
      gesture.advance(to: now)
      self = .immediate(gesture)
    }
  }

  var outcome: Outcome {
    switch self {
    case .longPress(let gesture):
      switch gesture.state {
      case .active(.first(let value)): value.second.map(Outcome.dragging) ?? .undecided
      case .ended(.first(let value)): value.second.map(Outcome.dropped) ?? .nothing
      case .active(.second): .undecided
      case .ended(.second): .tapped
      case .possible: .undecided
      case .failed: .nothing
      }
    case .immediate(let gesture):
      switch gesture.state {
      case .active(.first(let value)): .dragging(value)
      case .ended(.first(let value)): .dropped(value)
      case .active(.second), .possible: .undecided
      case .ended(.second): .tapped
      case .failed: .nothing
      }
    }
  }
}
