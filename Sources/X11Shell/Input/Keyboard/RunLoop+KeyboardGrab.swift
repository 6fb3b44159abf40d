import CX11
import Motion
import Scene

extension RunLoop {
  /// Has the window hold the keyboard for as long as the client wants it to, and tells how that goes.
  ///
  /// To be called once a turn, when the frame is out: it may wait for the server.
  mutating func followKeyboardGrab(of client: inout some WindowClient & ~Copyable) {
    // A window that cannot be seen holds no keyboard: a lock that covers it must get it.
    let isWanted = client.wantsKeyboardGrab && visibility.isShown
    let (connection, window) = (self.window.connection, self.window.id)
    keyboardGrab.follow(isWanted: isWanted, at: MonotonicClock.now) {
      connection.grabKeyboard(for: window)
    } letGo: {
      connection.ungrabKeyboard()
    }
    if keyboardGrab.state != keyboardStatus.grab { tellKeyboard(&client) }
    let isHeld = keyboardGrab.state.isOurs
    guard isHeld != focus.holdsKeyboard else { return }
    xinput?.hearPressesAnywhere(isHeld)
    if let isFocused = focus.hold(isHeld) {
      take(.focus(isFocused: isFocused, received: MonotonicClock.now), &client)
    }
  }

  /// Takes in where the pointer is, that the window's own grab has ended, and what says that nobody else
  /// has the keyboard: the focus that comes, or a key.
  mutating func hearOfKeyboardGrab(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      guard event.xcrossing.detail != NotifyInferior else { return }
      keyboardGrab.claim.isPointerInside = event.type == EnterNotify
    case KeyPress, FocusIn: keyboardGrab.reconsider(at: received)
    case FocusOut where event.xfocus.mode == NotifyUngrab:
      keyboardGrab.noteEnd(toldAt: event.xfocus.serial)
    default: break
    }
  }
}
