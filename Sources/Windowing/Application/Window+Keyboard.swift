import CX11
import Motion
import Scene
import X11

extension Window {
  /// Grabs the keyboard for as long as the content wants the grab, and reports its status.
  ///
  /// Call this once per iteration, after the frame is sent, because it may wait for the server.
  func updateKeyboardGrab() {
    let wantsGrab = cues.wantsKeyboardGrab
    // To see a screen lock, and the end of a window that may have grabbed the keyboard.
    if wantsGrab || configuration.isPrompt, overlay == nil {
      connection.selectRootEvents(SubstructureNotifyMask)
    }
    let (observesPresses, gotKeysBefore) = (keyboardGrab.needsPresses, focus.hasFocus && !isWaiting)
    // Without a grab, a prompt only reports that another client has the keyboard.
    let isWanted = wantsGrab || configuration.isPrompt && focus.isBehindGrab
    keyboardGrab.update(isWanted: isWanted && canGrab, at: MonotonicClock.now) {
      guard wantsGrab else { return (.grabbedByOtherClient, request: 0) }
      if !gotKeysBefore { dropKeysUnderWay() }
      // The server ends the grab of a window that a window manager hides, as i3 does behind a full-screen window.
      return connection.grabKeyboard(for: configuration.isPrompt ? connection.root : id)
    } release: {
      releaseKeyboard()
    }
    if keyboardGrab.needsPresses != observesPresses { application.updatePressObservation() }
    if keyboardGrab.state != keyboardStatus.grab { reportKeyboardStatus() }
    let isGrabbed = keyboardGrab.state.isOurs
    guard isGrabbed != focus.hasKeyboardGrab else { return }
    if let isFocused = focus.setKeyboardGrab(isGrabbed) {
      handleOrDefer(.focus(isFocused: isFocused, received: MonotonicClock.now))
    }
  }

  /// Releases the grab, unless another window of the program has taken over it. It belongs to the connection.
  func releaseKeyboard() {
    if !application.windows.contains(where: { $0.id != id && $0.keyboardGrab.state.isOurs }) {
      connection.ungrabKeyboard()
    }
  }

  /// Handles the events that affect the grab: the pointer enters or leaves the window, or the
  /// window's own grab ends. A focus gain shows that no other client has the keyboard.
  func handleKeyboardGrabEvent(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      guard event.xcrossing.detail != NotifyInferior else { return }
      keyboardGrab.policy.isPointerInside = event.type == EnterNotify
    case FocusIn:
      if isWaiting, event.xfocus.mode == NotifyUngrab { dropKeysUnderWay() }
      keyboardGrab.scheduleRetry(at: received)
    case FocusOut where event.xfocus.mode == NotifyUngrab:
      keyboardGrab.grabEnded(reportedAfter: event.xfocus.serial)
    default: break
    }
  }

  /// Whether another client has had the keyboard for longer than a moment.
  private var isWaiting: Bool { keyboardGrab.state == .grabbedByOtherClient }

  /// Drops the keys that are under way now up to their first pause, if the window is a prompt.
  public func dropKeysUnderWay() {
    if configuration.isPrompt { keyBurst.begin(after: connection.lastKeyTime) }
  }

  /// Returns whether a press is not meant for this prompt: it belongs to a burst, or the screen is locked. The lock may not have grabbed the keyboard yet.
  func drops(_ event: XKeyEvent) -> Bool {
    guard event.time != CurrentTime else { return false }
    let time = ServerTime(event.time)
    let isRepeat = recordKey(event)
    if visibility.isBehindLock { keyBurst.begin(after: time) }
    let isDropped = keyBurst.takes(pressAt: time, isRepeat: isRepeat)
    reportKeyboardStatus()
    return isDropped
  }

  /// Handles an event about windows of other clients: a screen lock gets the keyboard, and a window that is no longer shown
  /// may have released it.
  func handleOtherWindow(_ event: XEvent) {
    guard event.xany.window == connection.root else { return }
    switch event.type {
    case MapNotify where event.xmap.override_redirect != False:
      guard let frame = connection.frame(of: id, pixelSize) else { return }
      let monitor = application.desktop.monitorFrame(under: frame)
      if connection.isLock(event.xmap.window, over: monitor ?? frame) {
        frames.changeVisibility { $0.lockWindow = event.xmap.window }
      }
    case UnmapNotify, DestroyNotify:
      if visibility.lockWindow == event.xunmap.window { frames.changeVisibility { $0.lockWindow = nil } }
      keyboardGrab.scheduleRetry(at: MonotonicClock.now)
    default: break
    }
  }

  /// Reports the keyboard status, including the grab, if it changed.
  func reportKeyboardStatus() {
    var status = application.keyboard?.status ?? KeyboardStatus()
    (status.grab, status.hasDroppedKeys) = (keyboardGrab.state, keyBurst.hasDroppedKeys)
    guard status != keyboardStatus else { return }
    keyboardStatus = status
    send(.keyboardChanged(status), at: currentTime)
  }
}
