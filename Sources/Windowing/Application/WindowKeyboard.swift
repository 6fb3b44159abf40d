import Accessibility
import CX11
import Motion
import Scene
import X11

/// The keyboard of a window: its focus and grab, and the keys that are down.
final class WindowKeyboard {
  private unowned let window: Window
  private var heldKeys = HeldKeys()
  /// Whether the last event about the focus has brought it here, so that the next `KeymapNotify` belongs to it.
  private var awaitsKeymap = false
  private var focus = KeyboardFocus()
  private var grab = KeyboardGrabController()
  /// The keys that were under way when a prompt got the keyboard.
  private var burst = KeyBurst()
  /// The time of the last press that was meant for a prompt or dropped by it. `nil` before that.
  private var lastPress: Instant?
  /// The status that was last reported to the content.
  private var reportedStatus = KeyboardStatus()

  init(of window: Window) {
    self.window = window
    // An overlay needs no focus.
    if window.overlay != nil { grab.policy.update(hasFocus: true, at: .zero) }
  }

  private var application: Application { window.application }
  private var connection: Connection { window.connection }

  /// Whether keys go to the window.
  var isFocused: Bool { focus.isFocused }

  /// Whether the window has grabbed the keyboard.
  var isGrabbed: Bool { grab.state.isOurs }

  /// Whether a press elsewhere ends the grab or the attempts.
  var needsPresses: Bool { grab.needsPresses }

  /// The time of the next retry. `nil` if none is scheduled.
  var deadline: Instant? { grab.deadline }

  private var isOnXwayland: Bool { application.devices?.xinput?.isXwayland == true }

  /// Whether another client has had the keyboard for longer than a moment.
  private var isWaiting: Bool { grab.state == .grabbedByOtherClient }
}

// Keys.
extension WindowKeyboard {
  /// Handles the report of all keys that are down, which follows the focus.
  func handle(_ event: XKeymapEvent) {
    if awaitsKeymap { heldKeys = HeldKeys(event) }
    awaitsKeymap = false
  }

  /// Forgets the keys that are down when the window loses the focus, without which it receives no releases.
  func forgetHeldKeys() { heldKeys = HeldKeys() }

  /// Updates the set of pressed keys.
  ///
  /// - Returns: Whether the event repeats a press.
  func record(_ event: XKeyEvent) -> Bool {
    let keycode = UInt8(truncatingIfNeeded: event.keycode)
    // An event that the input method's server created does not show whether the key is pressed.
    guard event.time != CurrentTime else { return false }
    if event.type == KeyPress { return keycode != 0 && heldKeys.press(keycode, at: event.time) }
    heldKeys.release(keycode)
    return false
  }

  func isDown(_ keycode: UInt8) -> Bool { heldKeys.contains(keycode) }

  /// Returns whether a press is not meant for the window: it is a prompt, and the press belongs to a burst, or the
  /// screen is locked. The lock may not have grabbed the keyboard yet.
  func drops(_ event: XKeyEvent, receivedAt received: Instant) -> Bool {
    guard window.configuration.isPrompt, event.time != CurrentTime else { return false }
    lastPress = received
    let time = ServerTime(event.time)
    let isRepeat = record(event)
    if window.visibility.isBehindLock { burst.begin(after: time) }
    var lookup = event
    let isEscape = XLookupKeysym(&lookup, 0) == KeySym(XK_Escape)
    let isDropped = burst.takes(pressAt: time, isRepeat: isRepeat, isEscape: isEscape)
    // After a pause, the user types into this prompt and not into the last one.
    if !isDropped { application.endTrailingKeys() }
    reportStatus()
    return isDropped
  }

  /// Drops the keys that are under way now up to their first pause, if the window is a prompt.
  ///
  /// Xwayland does not know the keys of Wayland windows, so it counts as one that has reported a key just now.
  ///
  /// - Parameter hadKeyboard: Whether the window had the keyboard already, and asks another question.
  func dropKeysUnderWay(hadKeyboard: Bool = false) {
    guard window.configuration.isPrompt else { return }
    let idleTime = isOnXwayland ? 0 : connection.keyboardIdleTime
    burst.begin(after: idleTime.flatMap(connection.serverTime(before:)), hadKeyboard: hadKeyboard)
  }
}

// Grab.
extension WindowKeyboard {
  /// Grabs the keyboard for as long as the content wants the grab, and reports its status.
  ///
  /// Call this once per iteration, after the frame is sent, because it may wait for the server.
  func update() {
    let isPrompt = window.configuration.isPrompt
    let isReleased =
      window.configuration.releasesGrabForAssistivePrograms && application.accessibility?.isListening == true
    let wantsGrab = window.cues.wantsKeyboardGrab && !isReleased
    // To see a screen lock, and the end of a window that may have grabbed the keyboard.
    if wantsGrab || isPrompt, window.overlay == nil {
      connection.selectRootEvents(SubstructureNotifyMask)
    }
    let (observesPresses, gotKeysBefore) = (grab.needsPresses, focus.hasFocus && !isWaiting)
    // Without a grab, a prompt only reports that another client has the keyboard.
    let isWanted = wantsGrab || isPrompt && focus.isBehindGrab
    grab.update(isWanted: isWanted && window.canGrab, at: MonotonicClock.now) {
      guard wantsGrab else { return (.grabbedByOtherClient, request: 0) }
      if !gotKeysBefore { dropKeysUnderWay() }
      // The server ends the grab of a window that a window manager hides, as i3 does behind a full-screen window.
      return connection.grabKeyboard(for: isPrompt ? connection.root : window.id)
    } release: {
      application.releaseKeyboard(of: window)
    }
    if grab.needsPresses != observesPresses { application.updatePressObservation() }
    if grab.state != reportedStatus.grab { reportStatus() }
    guard isGrabbed != focus.hasKeyboardGrab else { return }
    if let isFocused = focus.setKeyboardGrab(isGrabbed) {
      window.input.handleOrDefer(.focus(isFocused: isFocused, received: MonotonicClock.now))
    }
  }

  /// Releases the grab at the end of the window, unless the user is typing into a prompt: no other window receives the rest.
  func close() {
    let isTyping = window.contentCaller.cues.isTyping || burst.continuesAnswer
    if window.configuration.isPrompt, isTyping, isFocused, window.canGrab, let lastPress,
      let keys = TrailingKeys(after: lastPress, at: MonotonicClock.now),
      isGrabbed || connection.grabKeyboard(for: connection.root).0 == .grabbed
    {
      application.trailingKeys = keys
    }
    if isGrabbed { application.releaseKeyboard(of: window) }
  }

  /// Handles the end of the grab with the window, which the server has hidden.
  func loseGrab() { grab.grabLost() }

  /// Tries again to grab the keyboard: an event shows that no other client has it.
  func retry(at now: Instant) { grab.scheduleRetry(at: now) }

  /// Handles a crossing or focus event.
  func handle(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      if event.xcrossing.detail != NotifyInferior { grab.policy.isPointerInside = event.type == EnterNotify }
    case FocusIn:
      awaitsKeymap = true
      if isWaiting, event.xfocus.mode == NotifyUngrab { dropKeysUnderWay() }
      retry(at: received)
    case FocusOut where event.xfocus.mode == NotifyUngrab:
      grab.grabEnded(reportedAfter: event.xfocus.serial)
    default: break
    }
    if let isFocused = focus.handle(event) {
      if isFocused, isOnXwayland { dropKeysUnderWay() }
      window.input.handleOrDefer(.focus(isFocused: isFocused, received: received))
    }
    if window.overlay == nil { grab.policy.update(hasFocus: focus.hasFocus, at: received) }
  }

  /// Handles a press in the window.
  func pressedInside() {
    grab.policy.notePressInside()
    burst.end()
  }

  /// Handles a press in the window or elsewhere.
  func pressedAnywhere(isTouch: Bool, at received: Instant) {
    grab.policy.notePressAnywhere(isTouch: isTouch, at: received)
  }

  /// Records that presses elsewhere are reported.
  func observePresses() { grab.policy.observesOutsidePresses = true }

  /// Lets a prompt that has appeared grab the keyboard before it gets the focus.
  func promptAppeared() { grab.policy.promptAppeared() }

  /// Reports the keyboard status, including the grab, if it changed.
  func reportStatus() {
    var status = application.devices?.keyboard.status ?? KeyboardStatus()
    (status.grab, status.hasDroppedKeys) = (grab.state, burst.hasDroppedKeys)
    guard status != reportedStatus else { return }
    reportedStatus = status
    window.deliver(.input(.keyboardChanged(status)))
  }
}
