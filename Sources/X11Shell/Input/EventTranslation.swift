import CX11
import Scene

/// The translation of X events into window events, except keys, which need the input method.
///
/// It depends only on the events that it has received.
struct EventTranslation {
  /// The number of device pixels per logical pixel.
  var scale: Double
  let atoms: Atoms
  /// The mask of the buttons that were pressed in the window and are not released yet.
  var heldButtons: UInt32 = 0
  /// The source of the pressed buttons. `nil` if none is down or the core protocol reported the
  /// press.
  var holder: InputSource?
  /// The active touch.
  var finger: Finger?
  /// The releases that are deferred until their cause is known.
  var deferredReleases: [DeferredRelease] = []
  /// The pointers that XInput reports, by device number.
  var pointers: [Int32: MasterPointer] = [:]
  /// The serial number from which XInput reports pointer events. `nil` if XInput is not used.
  var xinputStart: UInt?

  init(scale: Double, atoms: Atoms) {
    self.scale = scale
    self.atoms = atoms
  }

  /// Returns whether an event may be handled.
  ///
  /// Any client can send any event, which then has `send_event` set. A password field must not
  /// accept keys from another client (xterm does so only with `allowSendEvents`), and a window must
  /// not accept its size. Only client messages and replies of selection owners, which are always
  /// sent, are accepted. Input through the server, as from on-screen keyboards with the XTEST
  /// extension, counts as user input. A `ConfigureNotify` sent by a window manager contains only a
  /// position, which is not used. Old servers allow clients to send even extension events.
  static func accepts(_ event: XEvent) -> Bool {
    event.xany.send_event == False || event.type == ClientMessage || event.type == SelectionNotify
  }

  /// Translates an event. Returns `nil` if it means nothing to a window.
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
    // After another client destroyed the window, the program can only exit.
    case DestroyNotify: .closeRequested
    case ClientMessage: message(event.xclient)
    case MappingNotify: .keyboardMapChanged
    default: nil
    }
  }
}
