package import Scene

/// The hover, press and focus state of a control that is pressed as a whole. It detects presses by
/// pointer and by key.
package struct PressTracker: Hashable, Sendable {
  /// The result of handling an event.
  package enum Outcome: Hashable, Sendable {
    /// The event was not for the control.
    case ignored
    /// The event was for the control.
    case handled
    /// The event pressed the control: the pointer was pressed and released on it, or a key was
    /// pressed.
    case pressed
  }

  /// Whether the pointer is over the control.
  package private(set) var isHovered = false
  /// Whether the primary button was pressed on the control and is still down, at any position.
  package private(set) var isPressed = false
  /// Whether the control has the keyboard focus.
  package var isFocused = false

  /// Creates the state of a control that is not hovered, pressed or focused.
  package init() {}

  /// Returns the style for the current state: `pressed` while the button is down and the pointer is
  /// over the control, `hovered` while only the pointer is over it, otherwise `normal`.
  package func style<Style>(normal: Style, hovered: Style, pressed: Style) -> Style {
    guard isHovered else { return normal }
    return isPressed ? pressed : hovered
  }

  /// Handles an input event.
  ///
  /// - Parameter isInside: Returns whether a point is on the control.
  package mutating func handle(_ event: InputEvent, isInside: (Point) -> Bool) -> Outcome {
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
      guard isFocused, press.activatesButton else { return .ignored }
      return press.isRepeat ? .handled : .pressed
    case .scrolled, .textCommitted, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged,
      .windowObscured:
      break
    }
    return .ignored
  }
}
