import CX11
import Motion
import Scene
import X11

extension Window {
  /// Handles an event about the content, the frame or the existence of this window, or a message to it.
  func handle(_ event: XEvent, receivedAt received: Instant) {
    switch event.type {
    case Expose:
      let part = event.xexpose
      frames.expose(
        PixelRect(x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height)))
    case ConfigureNotify:
      let size = PixelSize(width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))
      // An overlay sets its size itself, and an event may report an earlier one.
      if size != pixelSize, overlay == nil { placement.resize(to: size, of: self) }
    case MapNotify: frames.changeVisibility { $0.isMapped = true }
    case UnmapNotify:
      input.handle(event, receivedAt: received)
      // The server has released its pointer and keyboard grabs.
      overlay?.releaseGrabs()
      if !configuration.isPrompt { keyboard.loseGrab() }
      drag.losePointer()
      frames.changeVisibility { $0.isMapped = false }
    // After another client destroyed the window, the program can only exit.
    case DestroyNotify: deliver(.closeRequested)
    case ClientMessage: handleMessage(event)
    default: break
    }
  }

  /// Handles a message of the window manager (ICCCM 4.1.2.7, EWMH `_NET_WM_PING`) or of this program.
  private func handleMessage(_ event: XEvent) {
    let (message, atoms) = (event.xclient, connection.atoms)
    if message.message_type == atoms[.null] { return application.inputTimes.handleReply(message) }
    guard message.message_type == atoms[.wmProtocols], message.format == 32 else { return }
    switch Atom(truncatingIfNeeded: message.data.l.0) {
    case atoms[.wmDeleteWindow]: if !isBlocked { deliver(.closeRequested) }
    // The window manager can rely on earlier actions being complete when it receives the reply,
    // such as an offer of copied data.
    case atoms[.netWMPing]:
      var reply = event
      reply.xclient.window = connection.root
      connection.send(reply, to: connection.root, mask: SubstructureNotifyMask | SubstructureRedirectMask)
    case atoms[.wmTakeFocus] where visibility.isMapped:
      takeFocus(at: ServerTime(Time(truncatingIfNeeded: message.data.l.1)))
    default: break
    }
  }

  /// Handles a change of the frame. A window manager reports a move with a synthetic event.
  func handleConfiguration() {
    placement.recordConfiguration()
    frames.handleConfiguration()
    // An overlay moves itself.
    guard overlay == nil else { return }
    if configuration.kind.popupOwner == nil { placement.recordMove() }
    drag.updateOrigin()
    for window in application.windows where window.configuration.kind.popupOwner === self {
      window.placement.recordMove()
    }
  }

  /// Handles an event of the screen or of another client's window.
  func handleScreenChange(_ event: XEvent) {
    if let overlay { return overlay.handle(event) }
    // A screen lock gets the keyboard, and a window that is no longer shown may have released it.
    guard event.xany.window == connection.root else { return }
    switch event.type {
    case MapNotify:
      if connection.isLock(mappedBy: event, over: monitorFrame) {
        frames.changeVisibility { $0.lockWindow = event.xmap.window }
      }
    case UnmapNotify, DestroyNotify:
      if visibility.lockWindow == event.xunmap.window { frames.changeVisibility { $0.lockWindow = nil } }
      keyboard.retry(at: MonotonicClock.now)
    default: break
    }
  }

  /// The frame of the monitor with the window. Round trips.
  private var monitorFrame: PixelRect? {
    connection.frame(of: id, pixelSize).map { application.desktop.monitorFrame(under: $0) }
  }

  /// Sends typed input to the open menu of the window, or closes the menu on other input. While a modal
  /// dialog of the window is open, its input is discarded.
  ///
  /// - Returns: Whether the content does not receive the input.
  func takes(_ input: InputEvent, at instant: Instant) -> Bool {
    switch input {
    case .keyPressed, .textCommitted, .preeditChanged:
      guard let menu else { return isBlocked }
      menu.deliver(.input(input), at: instant)
      return true
    case .pointerPressed:
      let hadMenu = menu != nil
      application.closeMenus(exceptAround: self)
      return hadMenu || isBlocked
    case .scrolled, .data(.dragUpdated), .accessibility: return isBlocked
    case .pointerMoved: return !self.input.isPressed && isBlocked
    // Before it appears, it has no focus to lose, and a menu that was opened together with it stays open.
    case .windowFocusChanged(isFocused: false) where hasAppeared:
      if menu != nil, !application.isFocusInMenu { closeMenus() }
      return false
    default: return false
    }
  }
}
