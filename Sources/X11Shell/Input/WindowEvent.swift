import Scene

/// An X event as it concerns a window.
enum WindowEvent {
  /// User input, with the server time in milliseconds.
  case input(InputEvent, time: UInt)
  /// Two simultaneous inputs, in this order.
  case inputs(InputEvent, InputEvent, time: UInt)
  /// A press anywhere on the screen, by touch or at the pointer position.
  case pressedAnywhere(isTouch: Bool)
  /// A release was deferred. The next event shows its cause.
  case deferred
  /// A part of the window lost its pixels and must be sent again, in device pixels.
  case exposed(PixelRect)
  case resized(PixelSize)
  /// The window was mapped or unmapped.
  case shown
  case hidden
  /// The window manager offers the keyboard focus, with the server time.
  case focusOffered(ServerTime)
  /// The window manager checks whether the program responds.
  case pinged
  case closeRequested
  case keyboardMapChanged
}
