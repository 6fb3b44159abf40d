public import Motion
public import Scene

extension SpringPlot {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch press.handle(event, isInside: frame.contains) {
    case .ignored: return .ignored
    case .handled: return .handled()
    case .pressed:
      play(at: now)
      return .handled()
    }
  }

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { press.isFocused = stop != nil }

  /// A press keeps the focus where it is.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    frame.contains(point) ? .hand : nil
  }
}
