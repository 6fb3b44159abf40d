import CX11
import Motion
import Scene

extension RunLoop {
  /// Grabs the keyboard for as long as the delegate wants it, and reports the status of the grab.
  ///
  /// It must be called once per iteration, after the frame was sent: it may wait for the server.
  mutating func updateKeyboardGrab(of client: inout some WindowDelegate & ~Copyable) {
    // A window that is not visible holds no keyboard: a lock that covers it must get it.
    let isWanted = client.wantsKeyboardGrab && visibility.isShown
    let (connection, window) = (self.window.connection, self.window.id)
    keyboardGrab.update(isWanted: isWanted, at: MonotonicClock.now) {
      connection.grabKeyboard(for: window)
    } release: {
      connection.ungrabKeyboard()
    }
    if keyboardGrab.state != keyboardStatus.grab { reportKeyboardStatus(&client) }
    let isGrabbed = keyboardGrab.state.isOurs
    guard isGrabbed != focus.hasKeyboardGrab else { return }
    xinput?.setObservesRawPresses(isGrabbed)
    if let isFocused = focus.setKeyboardGrab(isGrabbed) {
      handleOrDefer(.focus(isFocused: isFocused, received: MonotonicClock.now), &client)
    }
  }

  /// Handles the events that affect the grab: crossings, the end of the window's own grab, and a
  /// focus gain or a key, which show that no other client has the keyboard.
  mutating func handleKeyboardGrabEvent(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      guard event.xcrossing.detail != NotifyInferior else { return }
      keyboardGrab.policy.isPointerInside = event.type == EnterNotify
    case KeyPress, FocusIn: keyboardGrab.reconsider(at: received)
    case FocusOut where event.xfocus.mode == NotifyUngrab:
      keyboardGrab.noteEnd(toldAt: event.xfocus.serial)
    default: break
    }
  }
}
