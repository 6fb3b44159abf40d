import CX11

/// The keyboard focus of the window.
///
/// Usually the window manager gives the focus to the window. Without a window manager, the focus
/// follows the pointer, and the server reports it in crossing events and in focus events about the
/// pointer. GTK tracks it in the same way (`gdk/x11/gdkdevice-core-x11.c`).
struct KeyboardFocus {
  /// Whether the window itself has the focus.
  private var isOnWindow = false
  /// Whether the focus is on an ancestor or on no window, and the pointer is inside the window.
  private var isByPointer = false
  /// Whether the window has grabbed the keyboard. It then receives all keys regardless of the
  /// focus.
  private(set) var hasKeyboardGrab = false

  /// Whether the server sends it the keys that no client has grabbed.
  var hasFocus: Bool { isOnWindow || isByPointer }

  var isFocused: Bool { hasFocus || hasKeyboardGrab }

  /// Updates whether the window has grabbed the keyboard.
  ///
  /// - Returns: The new value of `isFocused` if it changed, else `nil`.
  mutating func setKeyboardGrab(_ isGrabbed: Bool) -> Bool? {
    let before = isFocused
    hasKeyboardGrab = isGrabbed
    return isFocused == before ? nil : isFocused
  }

  /// Handles an event.
  ///
  /// - Returns: The new value of `isFocused` if the event changed it, else `nil`.
  mutating func change(by event: XEvent) -> Bool? {
    let before = isFocused
    switch event.type {
    case FocusIn: moved(event.xfocus, isIn: true)
    case FocusOut: moved(event.xfocus, isIn: false)
    case EnterNotify: crossed(event.xcrossing, isIn: true)
    case LeaveNotify: crossed(event.xcrossing, isIn: false)
    default: break
    }
    return isFocused == before ? nil : isFocused
  }

  /// Handles a focus event. A grab, such as one by a window switcher, takes the keyboard only
  /// briefly: the focus does not move, and reporting a change would make carets flicker.
  private mutating func moved(_ event: XFocusChangeEvent, isIn: Bool) {
    guard event.mode == NotifyNormal || event.mode == NotifyWhileGrabbed else { return }
    switch event.detail {
    case NotifyPointer: isByPointer = isIn
    case NotifyAncestor, NotifyVirtual, NotifyNonlinear, NotifyNonlinearVirtual:
      isOnWindow = isIn
      if isIn { isByPointer = false }
    default: break
    }
  }

  private mutating func crossed(_ event: XCrossingEvent, isIn: Bool) {
    guard event.detail != NotifyInferior, !isOnWindow else { return }
    isByPointer = isIn && event.focus != False
  }
}
