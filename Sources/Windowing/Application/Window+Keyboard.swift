import CX11
import Motion
import Scene
import X11

extension Window {
  /// Grabs the keyboard for as long as the content wants the grab, and reports its status.
  ///
  /// Call this once per iteration, after the frame is sent, because it may wait for the server.
  func updateKeyboardGrab() {
    // A hidden window releases the grab, so that a screen locker that covers it can grab the keyboard.
    let isWanted = cues.wantsKeyboardGrab && canGrab
    let (connection, window, application) = (connection, id, application)
    keyboardGrab.update(isWanted: isWanted, at: MonotonicClock.now) {
      connection.grabKeyboard(for: window)
    } release: {
      // Another window of the program may have taken over the grab, which belongs to the connection.
      let isTaken = application.windows.contains { $0.id != window && $0.keyboardGrab.state.isOurs }
      if !isTaken { connection.ungrabKeyboard() }
    }
    if keyboardGrab.state != keyboardStatus.grab { reportKeyboardStatus() }
    let isGrabbed = keyboardGrab.state.isOurs
    guard isGrabbed != focus.hasKeyboardGrab else { return }
    application.updatePressObservation()
    if let isFocused = focus.setKeyboardGrab(isGrabbed) {
      handleOrDefer(.focus(isFocused: isFocused, received: MonotonicClock.now))
    }
  }

  /// Handles the events that affect the grab: the pointer enters or leaves the window, or the
  /// window's own grab ends. A focus gain or a key shows that no other client has the keyboard.
  func handleKeyboardGrabEvent(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      guard event.xcrossing.detail != NotifyInferior else { return }
      keyboardGrab.policy.isPointerInside = event.type == EnterNotify
    case KeyPress, FocusIn: keyboardGrab.scheduleRetry(at: received)
    case FocusOut where event.xfocus.mode == NotifyUngrab:
      keyboardGrab.grabEnded(reportedAfter: event.xfocus.serial)
    default: break
    }
  }

  /// Reports the keyboard status, including the grab, if it changed.
  func reportKeyboardStatus() {
    var status = application.keyboard?.status ?? KeyboardStatus()
    status.grab = keyboardGrab.state
    guard status != keyboardStatus else { return }
    keyboardStatus = status
    send(.keyboardChanged(status), at: MonotonicClock.now)
  }
}
