import CX11
import Motion
import Scene
import X11

extension Window {
  /// Handles an event of this window, except keys, extension events and data transfers.
  func handle(_ event: XEvent, receivedAt received: Instant) {
    if event.type == ClientMessage, event.xclient.message_type == connection.atoms[.null] {
      return application.inputTimes.handleReply(event.xclient)
    }
    guard let meaning = input.translate(event) else { return }
    act(on: meaning, receivedAt: received)
    if case .pinged = meaning { replyToPing(event) }
  }

  /// Handles a change of the frame. A window manager reports a move with a synthetic event.
  func handleConfiguration() {
    frames.handleConfiguration()
    // An overlay moves itself.
    guard overlay == nil else { return }
    if configuration.kind.popupOwner == nil { placement.recordMove() }
    drag.updateOrigin()
    updatePopups()
  }

  /// Handles an event of the screen or of another client's window.
  func handleScreenChange(_ event: XEvent) {
    if let overlay { overlay.handle(event) } else { handleOtherWindow(event) }
  }

  /// Handles an event about windows of other clients: a screen lock gets the keyboard, and a window that is no longer shown
  /// may have released it.
  private func handleOtherWindow(_ event: XEvent) {
    guard event.xany.window == connection.root else { return }
    switch event.type {
    case MapNotify where event.xmap.override_redirect != False:
      guard let frame = connection.frame(of: id, pixelSize) else { return }
      if connection.isLock(event.xmap.window, over: application.desktop.monitorFrame(under: frame)) {
        frames.changeVisibility { $0.lockWindow = event.xmap.window }
      }
    case UnmapNotify, DestroyNotify:
      if visibility.lockWindow == event.xunmap.window { frames.changeVisibility { $0.lockWindow = nil } }
      keyboard.retry(at: MonotonicClock.now)
    default: break
    }
  }

  /// Handles a translated event.
  func act(on meaning: TranslatedEvent, receivedAt received: Instant) {
    switch meaning {
    case .input(let event, let time): input.receive(.pointer(event, time: time, received: received))
    case .inputs(let first, let second, let time):
      input.receive(.pointer(first, time: time, received: received))
      input.receive(.pointer(second, time: time, received: received))
    case .pressedAnywhere(let isTouch):
      keyboard.pressedAnywhere(isTouch: isTouch, at: received)
      // The position of a touch is unknown; one in the program's windows is reported to them.
      if !isTouch { closeMenusAfterPressElsewhere() }
    case .deferred: sendNoOpEvent()
    case .exposed(let rect): frames.expose(rect)
    // An overlay sets its size itself, and an event may report an earlier one.
    case .resized(let size):
      if size != pixelSize, overlay == nil { placement.resize(to: size, of: self) }
    case .shown: frames.changeVisibility { $0.isMapped = true }
    case .hidden:
      // The server has released its pointer and keyboard grabs.
      overlay?.releaseGrabs()
      if !configuration.isPrompt { keyboard.loseGrab() }
      drag.losePointer()
      frames.changeVisibility { $0.isMapped = false }
    case .focusOffered(let time): if visibility.isMapped { takeFocus(at: time) }
    // The window manager can rely on earlier actions being complete when it receives the reply,
    // such as an offer of copied data.
    case .pinged: break
    case .closeRequested: if !isBlocked { deliver(.closeRequested) }
    case .destroyed: deliver(.closeRequested)
    }
  }

  /// Sends typed input to the open menu of the window, or closes the menu on other input. While a modal
  /// dialog of the window is open, its input is discarded.
  ///
  /// - Returns: Whether the content does not receive the input.
  func takes(_ input: InputEvent, at instant: Instant) -> Bool {
    switch input {
    case .keyPressed, .textCommitted, .preeditChanged:
      guard let menu else { return isBlocked }
      menu.send(input, at: instant)
      return true
    case .pointerPressed:
      let hadMenu = menu != nil
      application.closeMenus(exceptAround: self)
      return hadMenu || isBlocked
    case .scrolled, .data(.dragUpdated): return isBlocked
    case .pointerMoved: return !self.input.isPressed && isBlocked
    case .windowFocusChanged(isFocused: false):
      if menu != nil, !application.isFocusInMenu { closeMenus() }
      return false
    default: return false
    }
  }
}
