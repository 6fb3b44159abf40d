import CX11

/// Whether the window hears the keyboard.
///
/// Usually the window manager gives the window the focus. Where none runs, the focus follows the
/// pointer, and the server tells of it in the crossing events and in focus events about the
/// pointer. This is how GTK keeps track (`gdk/x11/gdkdevice-core-x11.c`).
struct KeyboardFocus {
  /// The window itself has the focus.
  private var isOnWindow = false
  /// The focus is on an ancestor, or nowhere, and the pointer is inside the window.
  private var isByPointer = false
  /// The window has the keyboard for itself: its keys come, whatever has the focus.
  private(set) var holdsKeyboard = false

  /// Whether the server gives it the keys that nobody has for himself.
  var hasFocus: Bool { isOnWindow || isByPointer }

  var isFocused: Bool { hasFocus || holdsKeyboard }

  /// Takes in whether the window has the keyboard for itself.
  ///
  /// - Returns: The new state if that changed it.
  mutating func hold(_ isHeld: Bool) -> Bool? {
    let before = isFocused
    holdsKeyboard = isHeld
    return isFocused == before ? nil : isFocused
  }

  /// Takes an event in.
  ///
  /// - Returns: The new state if the event changed it.
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

  /// A grab, such as a window switcher's, takes the keyboard for a moment only: the focus stays
  /// where it is, and telling of it would make carets flicker.
  private mutating func moved(_ event: XFocusChangeEvent, isIn: Bool) {
    guard event.mode == NotifyNormal || event.mode == NotifyWhileGrabbed else { return }
    switch event.detail {
    case NotifyPointer:
      isByPointer = isIn
    case NotifyAncestor, NotifyVirtual, NotifyNonlinear, NotifyNonlinearVirtual:
      isOnWindow = isIn
      if isIn { isByPointer = false }
    default:
      break
    }
  }

  private mutating func crossed(_ event: XCrossingEvent, isIn: Bool) {
    guard event.detail != NotifyInferior, !isOnWindow else { return }
    isByPointer = isIn && event.focus != False
  }
}
