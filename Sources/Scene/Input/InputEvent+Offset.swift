extension InputEvent {
  /// The same event with its place moved, as seen by content that is moved the other way.
  public func offset(by vector: Vector) -> InputEvent {
    switch self {
    case .pointerMoved(let point): return .pointerMoved(to: point + vector)
    case .pointerPressed(var press):
      press.position = press.position + vector
      return .pointerPressed(press)
    case .pointerReleased(var press):
      press.position = press.position + vector
      return .pointerReleased(press)
    case .scrolled(var step):
      step.position = step.position + vector
      return .scrolled(step)
    case .data(let event): return .data(event.offset(by: vector))
    case .pointerLeft, .pointerGrabLost, .keyPressed, .textCommitted, .preeditChanged,
      .windowFocusChanged, .keyboardChanged, .windowCovered, .windowHidden:
      return self
    }
  }
}
