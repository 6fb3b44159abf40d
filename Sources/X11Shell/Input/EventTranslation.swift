import CX11
import Scene

/// Turns the X server's events into what they mean; keys apart, which need the input method.
///
/// Pure: it knows nothing but the events it has seen.
struct EventTranslation {
  /// Device pixels to one logical pixel.
  var scale: Double
  let atoms: Atoms
  /// The buttons that went down in the window and have not come up.
  var heldButtons: UInt32 = 0
  /// What holds them; `nil` where none is down, or the core protocol told of it.
  var holder: InputSource?
  /// The finger that presses.
  var finger: Finger?
  /// The ends of presses that are kept back until it is known what ended them.
  var endings: [PressEnding] = []
  /// The pointers that XInput tells of, by their numbers.
  var pointers: [Int32: MasterPointer] = [:]
  /// The serial number from which on XInput tells of the pointers; `nil` where it never does.
  var xinputStart: UInt?

  init(scale: Double, atoms: Atoms) {
    self.scale = scale
    self.atoms = atoms
  }

  /// Whether to look at an event at all.
  ///
  /// Any client of the display can send any event, marked by `send_event`. A password field must
  /// not take keys from a stranger, as xterm does not unless its `allowSendEvents` is switched on,
  /// nor a window its size; only messages and the answers of selections' owners, which are always
  /// sent, are heard. Tools that go through the server, as on-screen keyboards do by the XTEST
  /// extension, are as good as a person. What a window manager sends of `ConfigureNotify` tells
  /// places only, which nobody here asks for. Old servers let even an extension's events be sent.
  static func accepts(_ event: XEvent) -> Bool {
    event.xany.send_event == False || event.type == ClientMessage || event.type == SelectionNotify
  }

  /// What the event means; `nil` where it means nothing to a window.
  mutating func translate(_ event: XEvent) -> WindowEvent? {
    switch event.type {
    case MotionNotify: motion(event.xmotion)
    case ButtonPress: press(event.xbutton)
    case ButtonRelease: release(event.xbutton)
    case EnterNotify: enter(event.xcrossing)
    case LeaveNotify: leave(event.xcrossing)
    case Expose: expose(event.xexpose)
    case ConfigureNotify: configure(event.xconfigure)
    case MapNotify: .shown
    case UnmapNotify: unmap()
    // Destroyed by another client, the window leaves nothing to do but to end.
    case DestroyNotify: .closeRequested
    case ClientMessage: message(event.xclient)
    case MappingNotify: .keyboardMapChanged
    default: nil
    }
  }
}
