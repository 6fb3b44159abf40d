extension InputEvent {
  /// Returns the event with its position displaced by `vector`. Use the negated offset of the
  /// content to convert to the coordinates of the content.
  public func offset(by vector: Vector) -> InputEvent {
    switch self {
    case .pointerMoved(let point): return .pointerMoved(to: point + vector)
    case .pointerPressed(var press):
      press.position = press.position + vector
      return .pointerPressed(press)
    case .pointerReleased(var press):
      press.position = press.position + vector
      return .pointerReleased(press)
    case .scrolled(var scroll):
      scroll.position = scroll.position + vector
      return .scrolled(scroll)
    case .data(let event): return .data(event.offset(by: vector))
    case .pointerLeft, .pointerGrabLost, .keyPressed, .textCommitted, .preeditChanged, .windowFocusChanged,
      .keyboardChanged, .windowObscured, .windowHidden:
      return self
    }
  }
}
