import Gestures
import Motion
import Scene

/// The combined gesture of the floating button: a drag or a tap.
struct PressGesture: Sendable {
  /// The options of the gesture.
  struct Configuration: Hashable, Sendable {
    var drag: FloatingButton.DragMode
    /// The long-press duration in drag mode `longPress`.
    var longPress: Duration
    /// The movement allowed in a press that is not a drag, in logical pixels. It only applies if it
    /// is larger than the default.
    var dragThreshold: Double

    /// Returns the movement allowed in a press that is not a drag.
    func slop(_ defaultSlop: Double) -> Double { max(defaultSlop, dragThreshold) }
  }

  /// The result of a press so far.
  enum Outcome {
    case undecided
    /// A drag is in progress.
    case dragging(DragGesture.Value)
    /// A drag has ended.
    case dropped(DragGesture.Value)
    case tapped
    /// The press was neither a drag nor a tap.
    case failed
  }

  let configuration: Configuration
  /// A drag after a long press, or a tap. A long press is never a tap.
  private var delayed: ExclusiveGesture<SequenceGesture<LongPressGesture, DragGesture>, TapGesture>
  /// A drag that starts with any movement, or a tap.
  private var immediate: ExclusiveGesture<DragGesture, TapGesture>

  /// Creates a gesture.
  ///
  /// - Parameters:
  ///   - configuration: The options of the gesture.
  ///   - isTouch: Whether a finger presses. A finger moves slightly even during a tap.
  init(_ configuration: Configuration, isTouch: Bool = false) {
    typealias Style = Theme.FloatingButton
    self.configuration = configuration
    let longPressSlop = configuration.slop(Style.longPressSlop)
    let dragSlop = configuration.slop(Style.dragSlop)
    let longPress = configuration.longPress
    delayed = LongPressGesture(minimumDuration: longPress, maximumDistance: longPressSlop).sequenced(
      before: DragGesture()
    ).exclusively(before: TapGesture(maximumDuration: longPress, maximumDistance: longPressSlop))
    let slop = isTouch ? max(dragSlop, Style.touchSlop) : dragSlop
    immediate = DragGesture(minimumDistance: slop).exclusively(before: TapGesture(maximumDistance: slop))
  }

  var deadline: Instant? { configuration.drag == .longPress ? delayed.deadline : immediate.deadline }

  // The gestures are mutated in place, so that their samples are not copied.

  mutating func handle(_ event: GestureEvent, at now: Instant) {
    switch configuration.drag {
    case .longPress: delayed.handle(event, at: now)
    case .immediate: immediate.handle(event, at: now)
    }
  }

  mutating func advance(to now: Instant) {
    switch configuration.drag {
    case .longPress: delayed.advance(to: now)
    case .immediate: immediate.advance(to: now)
    }
  }

  var outcome: Outcome {
    switch configuration.drag {
    case .longPress:
      switch delayed.state {
      case .active(.first(let value)): value.second.map(Outcome.dragging) ?? .undecided
      case .ended(.first(let value)): value.second.map(Outcome.dropped) ?? .failed
      case .active(.second), .possible: .undecided
      case .ended(.second): .tapped
      case .failed: .failed
      }
    case .immediate:
      switch immediate.state {
      case .active(.first(let value)): .dragging(value)
      case .ended(.first(let value)): .dropped(value)
      case .active(.second), .possible: .undecided
      case .ended(.second): .tapped
      case .failed: .failed
      }
    }
  }
}
