import Scene

/// What an event of the X server means to a window.
enum WindowEvent {
  /// A person did something, at a time of the server's in milliseconds.
  case input(InputEvent, time: UInt)
  /// Two things at once, in that order.
  case inputs(InputEvent, InputEvent, time: UInt)
  /// A person pressed somewhere on the screen, by a finger or where the pointer is.
  case pressedAnywhere(isTouch: Bool)
  /// The end of a press was kept back; the next event tells whose it is.
  case keptBack
  /// A part lost its pixels and is to be sent again, in device pixels.
  case exposed(PixelRect)
  case resized(PixelSize)
  /// It was put on the screen, or taken from it.
  case shown
  case hidden
  /// The window manager offers the keyboard's focus, at a time of the server's.
  case focusOffered(ServerTime)
  /// The window manager asks whether the program lives.
  case pinged
  case closeRequested
  case keyboardMapChanged
}
