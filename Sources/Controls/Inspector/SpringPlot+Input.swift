public import Motion
public import Scene

extension SpringPlot {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerMoved(let point):
      isHovered = frame.contains(point)
      return Response(isHandled: isHovered || isPressed)
    case .pointerLeft:
      isHovered = false
      return .ignored
    case .pointerPressed(let press):
      guard press.button == .primary, frame.contains(press.position) else { return .ignored }
      (isPressed, isHovered) = (true, true)
      return .handled()
    case .pointerReleased(let press):
      guard press.button == .primary, isPressed else { return .ignored }
      isPressed = false
      if frame.contains(press.position) { play(at: now) }
      return .handled()
    case .pointerGrabLost, .windowHidden:
      isPressed = false
      return .ignored
    case .keyPressed(let press):
      guard isFocused, press.pressesButton else { return .ignored }
      if !press.isRepeat { play(at: now) }
      return .handled()
    case .scrolled, .textCommitted, .windowFocusChanged: return .ignored
    }
  }

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { isFocused = stop != nil }

  /// A press keeps the focus where it is.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    frame.contains(point) ? .hand : nil
  }
}
