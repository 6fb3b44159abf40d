import CX11
import CXInput
import Motion
import X11

extension Application {
  /// Returns the open window with an id.
  func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  /// Handles one event: passes it to the first handler that takes it. The input method comes first.
  func dispatch(_ event: inout XEvent) {
    let isAccepted = EventTranslation.accepts(event)
    // Window managers send `ConfigureNotify` themselves if they only move a window. It causes a query.
    guard isAccepted || event.type == ConfigureNotify else { return }
    for window in windows { window.deliverDeferredReleases(before: event) }
    if event.type == KeymapNotify { return noteHeldKeys(event) }
    // The grab of a prompt reports keys for the root window while another window has the focus.
    if [KeyPress, KeyRelease].contains(event.type), event.xany.window == connection.root, hotKeyGrab == nil,
      let prompt = windows.first(where: { $0.keyboardGrab.state.isOurs })
    {
      event.xany.window = prompt.id
    }
    let target = window(event.xany.window)
    focusTarget = event.type == FocusIn ? target : nil
    if event.type == ConfigureNotify { target?.noteMove() }
    if event.type != GenericEvent { for window in windows { window.noteScreenChange(event) } }
    guard !handleInputMethodEvent(event), target?.handleFrameEvent(event) != true, !handleDisplayEvent(event)
    else { return }
    if event.type == GenericEvent { return handleGenericEvent(&event) }
    guard isAccepted else { return }
    if let changes = desktop.handle(&event) { return apply(changes) }
    handleKeyboardEvent(event)
    if handleHotKey(event) || handleInstanceMessage(event) { return }
    let received = MonotonicClock.now
    target?.handleKeyboardGrabEvent(event, receivedAt: received)
    if event.type == KeyPress || event.type == KeyRelease {
      target?.key(event, receivedAt: received)
    } else if !handleFiltered(&event), !handleTransfer(event, receivedAt: received) {
      if event.type == MappingNotify { XRefreshKeyboardMapping(&event.xmapping) }
      target?.handle(&event, receivedAt: received)
    }
  }

  /// Notes the keys that are down. The server sends this directly after an event that the focus has come to a
  /// window (or that the pointer has entered one), without the window.
  private func noteHeldKeys(_ event: XEvent) {
    focusTarget?.heldKeys = HeldKeys(event.xkeymap)
    focusTarget = nil
  }

  /// Handles an event about the input method servers. A returned key concerns only its window.
  private func handleInputMethodEvent(_ event: XEvent) -> Bool {
    handled { window in
      (event.type != KeyRelease && event.type != KeyPress || event.xany.window == window.id)
        && window.inputMethod.handleServerEvent(event)
    }
  }

  private func handleDisplayEvent(_ event: XEvent) -> Bool { handled { $0.handleDisplayEvent(event) } }

  /// Passes an event to the input method's server connection.
  private func handleFiltered(_ event: inout XEvent) -> Bool {
    guard inputMethodConnection.filters(&event) else { return false }
    for window in windows { window.sendPreeditChange() }
    return true
  }

  /// Handles an event of a data transfer.
  private func handleTransfer(_ event: XEvent, receivedAt received: Instant) -> Bool {
    handled { $0.handleXdndEvent(event, at: received) }
      || handled { $0.requestor.handle(event, at: received) }
      || selectionOwner.handle(event, at: received)
  }

  /// Calls a handler for every window.
  ///
  /// - Returns: Whether a window has handled the event.
  private func handled(_ handler: (Window) -> Bool) -> Bool {
    var isHandled = false
    for window in windows where handler(window) { isHandled = true }
    return isHandled
  }

  private func handleGenericEvent(_ event: inout XEvent) {
    guard XGetEventData(connection.display, &event.xcookie) != 0 else { return }
    defer { XFreeEventData(connection.display, &event.xcookie) }
    let cookie = event.xcookie
    if handled({ $0.handleVerticalBlank(cookie) }) { return }
    guard let xinput, cookie.extension == xinput.opcode else { return }
    let received = MonotonicClock.now
    if let id = XInput.window(of: cookie) {
      window(id)?.handle(cookie, from: xinput, receivedAt: received)
    } else {
      for window in windows { window.handle(cookie, from: xinput, receivedAt: received) }
    }
  }
}
