import CX11
import Motion
import Scene

extension RunLoop {
  /// Grabs the keyboard for as long as the delegate wants the grab, and reports its status.
  ///
  /// Call this once per iteration, after the frame is sent, because it may wait for the server.
  mutating func updateKeyboardGrab(of client: inout some WindowDelegate & ~Copyable) {
    // A hidden window releases the grab, so that a screen locker that covers it can grab the keyboard.
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

  /// Handles the events that affect the grab: the pointer enters or leaves the window, or the
  /// window's own grab ends. A focus gain or a key shows that no other client has the keyboard.
  mutating func handleKeyboardGrabEvent(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      guard event.xcrossing.detail != NotifyInferior else { return }
      keyboardGrab.policy.isPointerInside = event.type == EnterNotify
    case KeyPress, FocusIn: keyboardGrab.reconsider(at: received)
    case FocusOut where event.xfocus.mode == NotifyUngrab: keyboardGrab.noteEnd(toldAt: event.xfocus.serial)
    default: break
    }
  }
}
