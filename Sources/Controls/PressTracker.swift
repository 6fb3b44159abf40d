public import Scene

/// What pointer and keys do with a control that is pressed as a whole: whether it is hovered, held
/// down and focused, and when it was pressed.
public struct PressTracker: Hashable, Sendable {
  /// What an event came to.
  public enum Outcome: Hashable, Sendable {
    case ignored
    /// It was meant for the control.
    case handled
    /// With it the control was pressed: the pointer was let go where it had gone down, or a key did.
    case pressed
  }

  /// Whether the pointer is over the control.
  public private(set) var isHovered = false
  /// Whether it was pressed and is held down, wherever the pointer is by now.
  public private(set) var isPressed = false
  /// Whether keys are meant for the control.
  public var isFocused = false

  public init() {}

  /// Which of the looks it has to show: at rest, under the pointer, or about to do what it is for.
  public func look<Look>(rest: Look, hovered: Look, pressed: Look) -> Look {
    guard isHovered else { return rest }
    return isPressed ? pressed : hovered
  }

  /// Takes in what a person did.
  ///
  /// - Parameter isInside: Whether a point is on the control.
  public mutating func handle(_ event: InputEvent, isInside: (Point) -> Bool) -> Outcome {
    switch event {
    case .pointerMoved(let point):
      isHovered = isInside(point)
      return isHovered || isPressed ? .handled : .ignored
    case .pointerLeft: isHovered = false
    case .pointerPressed(let press):
      guard press.button == .primary, isInside(press.position) else { return .ignored }
      (isPressed, isHovered) = (true, true)
      return .handled
    case .pointerReleased(let press):
      guard press.button == .primary, isPressed else { return .ignored }
      isPressed = false
      return isInside(press.position) ? .pressed : .handled
    case .pointerGrabLost, .windowHidden: isPressed = false
    case .keyPressed(let press):
      guard isFocused, press.pressesButton else { return .ignored }
      return press.isRepeat ? .handled : .pressed
    case .scrolled, .textCommitted, .preeditChanged, .data, .windowFocusChanged,
      .keyboardChanged, .windowCovered:
      break
    }
    return .ignored
  }
}
