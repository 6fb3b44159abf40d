import CX11
import Motion
import X11

extension Application {
  /// Returns the open window with an id.
  func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  /// Handles one event.
  func dispatch(_ event: inout XEvent) {
    // Window managers send `ConfigureNotify` themselves if they only move a window. It causes a query.
    guard event.isAccepted || event.type == ConfigureNotify else { return }
    for window in windows where window.input.hasDeferredReleases {
      window.input.deliverDeferredReleases(before: event)
    }
    let received = MonotonicClock.now
    switch event.type {
    case KeyPress, KeyRelease: handleKey(&event, receivedAt: received)
    case KeymapNotify:
      // The server sends it directly after an event that the focus has come to a window (or that the pointer has
      // entered one), without the window.
      for window in windows { window.keyboard.handle(event.xkeymap) }
    case MotionNotify, ButtonPress, ButtonRelease:
      window(event.xany.window)?.input.handle(event, receivedAt: received)
    case Expose: window(event.xany.window)?.handle(event, receivedAt: received)
    case EnterNotify, LeaveNotify, FocusIn, FocusOut:
      let target = window(event.xany.window)
      target?.keyboard.handle(event, receivedAt: received)
      target?.input.handle(event, receivedAt: received)
    case VisibilityNotify:
      let isCovered = event.xvisibility.state == VisibilityFullyObscured
      window(event.xany.window)?.frames.changeVisibility { $0.isCovered = isCovered }
    case PropertyNotify: handlePropertyChange(&event, receivedAt: received)
    case SelectionNotify, SelectionRequest, SelectionClear:
      if !isInputMethodReply(event), !handleInstanceMessage(event) {
        handleTransfer(event, receivedAt: received)
      }
    case ClientMessage: handleMessage(&event, receivedAt: received)
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
      handleKeyboardEvent(event)
      if event.xmapping.request != MappingPointer { updateHotKey() }
    case GenericEvent: handleGenericEvent(&event, receivedAt: received)
    case LASTEvent...: handleExtensionEvent(&event)
    default: handleStructureChange(&event, receivedAt: received)
    }
  }

  private func handleKey(_ event: inout XEvent, receivedAt received: Instant) {
    handleKeyboardEvent(event)
    if handleHotKey(event.xkey) { return }
    // The grab of a prompt reports keys for the root window while another window has the focus.
    if event.xany.window == connection.root, hotKeyGrab == nil,
      let prompt = windows.first(where: { $0.keyboard.isGrabbed })
    {
      event.xany.window = prompt.id
    }
    window(event.xany.window)?.input.handleKey(event, receivedAt: received)
  }

  private func handlePropertyChange(_ event: inout XEvent, receivedAt received: Instant) {
    for window in windows { window.handleScreenChange(event) }
    if isInputMethodReply(event) || handled({ $0.frames.handleStateChange(event.xproperty) }) { return }
    if desktop.handle(&event) { return }
    handleTransfer(event, receivedAt: received)
  }

  private func handleMessage(_ event: inout XEvent, receivedAt received: Instant) {
    let target = window(event.xany.window)
    if target?.frames.handleMessage(event.xclient) == true { return }
    if desktop.handle(&event) { return }
    if handleInstanceMessage(event) || handleInputMethodMessage(&event) { return }
    if !handleTransfer(event, receivedAt: received) { target?.handle(event, receivedAt: received) }
  }

  /// Handles an event about the frame or the existence of a window, which may belong to another client.
  private func handleStructureChange(_ event: inout XEvent, receivedAt received: Instant) {
    let target = window(event.xany.window)
    if event.type == ConfigureNotify { target?.handleConfiguration() }
    for window in windows { window.handleScreenChange(event) }
    guard event.isAccepted else { return }
    if desktop.handle(&event) { return }
    if handleInputMethodMessage(&event) { return }
    if !handleTransfer(event, receivedAt: received) { target?.handle(event, receivedAt: received) }
  }

  /// Handles an event of XFIXES, RandR or XKB.
  private func handleExtensionEvent(_ event: inout XEvent) {
    if let compositor, compositor.handle(event) {
      for window in windows {
        window.frames.setComposited(compositor.isComposited)
        window.overlay?.setComposited(compositor.isComposited)
      }
      return
    }
    if desktop.handle(&event) { return }
    handleKeyboardEvent(event)
  }

  /// Handles an event that shows that an input method server runs or has started.
  private func isInputMethodReply(_ event: XEvent) -> Bool {
    handled { $0.input.method.server?.handle(event) == true }
  }

  /// Lets Xlib read a message of the input method server, or notice its end.
  private func handleInputMethodMessage(_ event: inout XEvent) -> Bool {
    guard inputMethodConnection.filters(&event) else { return false }
    for window in windows { window.input.sendPreeditChange() }
    return true
  }

  /// Handles an event of a data transfer.
  @discardableResult private func handleTransfer(_ event: XEvent, receivedAt received: Instant) -> Bool {
    handled { $0.transfers.handle(event, at: received) } || selectionOwner.handle(event, at: received)
  }

  /// Calls a handler for every window.
  ///
  /// - Returns: Whether a window has handled the event.
  private func handled(_ handler: (Window) -> Bool) -> Bool {
    var isHandled = false
    for window in windows where handler(window) { isHandled = true }
    return isHandled
  }

  private func handleGenericEvent(_ event: inout XEvent, receivedAt received: Instant) {
    guard XGetEventData(connection.display, &event.xcookie) != 0 else { return }
    defer { XFreeEventData(connection.display, &event.xcookie) }
    let cookie = event.xcookie
    guard let xinput, cookie.extension == xinput.opcode else {
      for window in windows { window.frames.handleVerticalBlank(cookie) }
      return
    }
    if let id = cookie.destination {
      window(id)?.input.handle(cookie, from: xinput, receivedAt: received)
    } else {
      for window in windows { window.input.handle(cookie, from: xinput, receivedAt: received) }
    }
  }
}

extension XEvent {
  /// Whether the event may be handled.
  ///
  /// Any client can send any event, which then has `send_event` set. A password field must not
  /// accept keys from another client (xterm does so only with `allowSendEvents`), and a window must
  /// not accept its size. Only client messages and replies of selection owners, which are always
  /// sent, are accepted. Input through the server, as from on-screen keyboards with the XTEST
  /// extension, counts as user input. A `ConfigureNotify` sent by a window manager contains only a
  /// position, which is not used. Old servers allow clients to send even extension events.
  var isAccepted: Bool {
    xany.send_event == False || type == ClientMessage || type == SelectionNotify
  }
}

extension XGenericEventCookie {
  /// The window that an event of XInput was sent to, or `nil` if it concerns a device. The cookie has its data.
  fileprivate var destination: WindowID? {
    guard let data = UnsafeRawPointer(data) else { return nil }
    return switch evtype {
    case XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
      data.assumingMemoryBound(to: XIDeviceEvent.self).pointee.event
    case XI_Enter, XI_Leave: data.assumingMemoryBound(to: XIEnterEvent.self).pointee.event
    default: nil
    }
  }
}
