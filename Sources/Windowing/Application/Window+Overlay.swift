import CX11
import Motion
import Scene
import X11

/// The state of an overlay.
struct OverlayState {
  var screen: ScreenObserver
  /// The layout that was last sent to the content.
  var layout: ScreenLayout?
  /// Whether the layout may have changed.
  var isLayoutOutdated = true
  /// The frame of the window in device pixels of the screen.
  var frame = PixelRect(x: 0, y: 0, width: 1, height: 1)
  /// The outlines relative to the frame, as last set in the server, and whether they clip the pixels too.
  var shape: (outlines: [RoundedRect], clips: Bool)?
  /// Whether the content wants to be shown.
  var isShown = false
  var hasPointerGrab = false
  /// Whether the window receives its own structure events. During a drag they would report each step.
  var receivesStructureEvents = true
}

// Placement.
extension Window {
  /// Sends the layout of the screen to the content of an overlay, if it has changed.
  func updateScreenLayout() {
    guard var overlay, overlay.isLayoutOutdated else { return }
    overlay.isLayoutOutdated = false
    let layout = overlay.screen.layout(
      of: application.desktop.monitorFrames, scale: scale, isLocked: application.desktop.isScreenLocked)
    let isChanged = layout != overlay.layout
    overlay.layout = layout
    self.overlay = overlay
    if isChanged { deliver(.screenChanged(layout)) }
  }

  /// Handles an event of the screen or of another client's window.
  func handleScreenChange(_ event: XEvent) {
    guard overlay != nil else { return handleOtherWindow(event) }
    if overlay?.screen.handle(event) == true { overlay?.isLayoutOutdated = true }
    // A screen lock needs the grabs, which the content then no longer wants.
    if let overlay, overlay.screen.observesWindows, event.xmap.window != id,
      overlay.screen.isCovered(overlay.frame, by: event)
    {
      send(.windowHidden, at: currentTime)
    }
  }

  /// Places an overlay above the windows in use. Returns whether there are any.
  @discardableResult private func stackAboveTopWindow() -> Bool {
    guard let overlay, let window = overlay.screen.topWindow(overlapping: overlay.frame), window != id else {
      return false
    }
    stack(Above, window)
    return true
  }

  /// Places an overlay directly above or below a window. It is not raised to the top, where a screen lock may be.
  private func stack(_ mode: Int32, _ window: WindowID) {
    var changes = XWindowChanges()
    (changes.sibling, changes.stack_mode) = (window, mode)
    connection.ignoringErrors {
      _ = XConfigureWindow(connection.display, id, UInt32(CWSibling | CWStackMode), &changes)
    }
  }

  /// Moves a pressed overlay immediately, because moving it needs no frame.
  func movePressedOverlay() {
    guard overlay?.isShown == true, translation.isPressed, frames.hasPointerChange,
      let placement = content.placement(at: latest)
    else { return }
    receiveStructureEvents(false)
    let old = overlay?.frame
    place(placement)
    // The image of an overlay that only moves stays the same.
    if let new = overlay?.frame, new != old, new.size == old?.size { frames.showPointerChange() }
    connection.flush()
  }

  private func receiveStructureEvents(_ isReceiving: Bool) {
    guard overlay?.receivesStructureEvents == !isReceiving else { return }
    overlay?.receivesStructureEvents = isReceiving
    connection.selectEvents(
      isReceiving ? Self.eventMask : Self.eventMask & ~StructureNotifyMask, of: id)
  }

  /// Shows or hides an overlay, as its content wants.
  func updateOverlay() {
    guard let isShown = overlay?.isShown else { return }
    let placement = content.placement(at: latest)
    if !translation.isPressed { receiveStructureEvents(true) }
    let isRestacked = overlay?.screen.takeRestacking() == true
    if isShown != (placement != nil) {
      show(placement)
    } else if isRestacked, isShown, !visibility.isLocked {
      stackAboveTopWindow()
    }
    // Before a panel is seen, so that no press or key that is meant for it goes elsewhere.
    updatePointerGrab()
    if hasAppeared { keyboard.update() }
  }

  private func show(_ placement: OverlayPlacement?) {
    // Also in a drag, which the server ends with the window.
    receiveStructureEvents(true)
    overlay?.isShown = placement != nil
    guard let placement else {
      _ = XUnmapWindow(connection.display, id)
      return
    }
    place(placement)
    // Not above a screen lock, even if no other window is in use.
    if !stackAboveTopWindow(), let overlay, let lock = overlay.screen.windowCovering(overlay.frame) {
      stack(Below, lock)
    }
    XMapWindow(connection.display, id)
  }

  /// Lets a compositor that has just started draw an overlay. xfwm4 finds the windows that it does not manage only when
  /// they are created or reparented. `updateOverlay` shows the overlay again.
  func reparentOverlay() {
    guard let frame = overlay?.frame else { return }
    if overlay?.isShown == true { show(nil) }
    let siblings = connection.children(of: connection.root)
    XReparentWindow(connection.display, id, connection.root, Int32(frame.x), Int32(frame.y))
    // Reparenting raises the overlay, perhaps above a screen lock.
    XLowerWindow(connection.display, id)
    if let index = siblings.firstIndex(of: id), index > 0 { stack(Above, siblings[index - 1]) }
  }

  /// Whether the window can have a grab: it is not hidden, or the server has just been asked to show an overlay,
  /// which it does without delay. A window that other windows cover can have one, unless it is an overlay.
  var canGrab: Bool {
    if overlay == nil { return !visibility.isHidden }
    return visibility.isShown || overlay?.isShown == true && !visibility.isMapped && !visibility.isLocked
  }

  /// Places an overlay for a frame.
  func placeOverlay(at presentation: Instant) {
    guard overlay != nil, let placement = content.placement(at: presentation) else { return }
    place(placement)
  }

  private func place(_ placement: OverlayPlacement) {
    let rect = placement.frame
    func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }
    move(
      to: PixelRect(
        x: pixels(rect.minX), y: pixels(rect.minY), width: max(1, pixels(rect.width)),
        height: max(1, pixels(rect.height))))
    let origin = rect.origin - Point.zero
    setShape(
      placement.outlines.map { RoundedRect($0.rect.offset(by: -origin), cornerRadius: $0.cornerRadius) })
  }

  private func move(to frame: PixelRect) {
    guard let old = overlay?.frame, frame != old else { return }
    overlay?.frame = frame
    guard frame.size != old.size else {
      XMoveWindow(connection.display, id, Int32(frame.x), Int32(frame.y))
      return
    }
    pixelSize = frame.size
    XMoveResizeWindow(
      connection.display, id, Int32(frame.x), Int32(frame.y), UInt32(frame.width), UInt32(frame.height))
  }

  /// Limits the input to outlines relative to the window and, without a compositor, the pixels too.
  private func setShape(_ outlines: [RoundedRect]) {
    let clips = overlay?.layout?.isComposited != true
    if let shape = overlay?.shape, shape == (outlines, clips) { return }
    let wasClipped = overlay?.shape?.clips != false
    overlay?.shape = (outlines, clips)
    let region = outlines.flatMap { $0.rows(scale: scale) }
    if clips || wasClipped { connection.setRegion(clips ? region : nil, of: id, for: ShapeBounding) }
    connection.setRegion(region, of: id, for: ShapeInput)
  }
}

// Input.
extension Window {
  /// Grabs the pointer for as long as the content of an overlay wants it, and until the buttons are released. Presses
  /// outside of the window are then sent to the content.
  func updatePointerGrab() {
    guard let hasGrab = overlay?.hasPointerGrab else { return }
    overlay?.screen.observesWindows = cues.wantsPointerGrab || cues.wantsKeyboardGrab
    let isWanted = cues.wantsPointerGrab && canGrab || hasGrab && translation.isPressed
    guard isWanted != hasGrab else { return }
    guard isWanted else { return releasePointer() }
    let events = ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask
    let status = XGrabPointer(
      connection.display, id, False, UInt32(events), GrabModeAsync, GrabModeAsync, WindowID(None),
      Cursor(None),
      Time(CurrentTime))
    overlay?.hasPointerGrab = status == GrabSuccess
  }

  private func releasePointer() {
    XUngrabPointer(connection.display, Time(CurrentTime))
    overlay?.hasPointerGrab = false
  }

  /// Releases the grabs of an overlay that was hidden. The server has released those from before, but the overlay may have
  /// been shown again since.
  func releaseGrabs() {
    releasePointer()
    if keyboard.isGrabbed { connection.ungrabKeyboard() }
  }
}

extension PixelRect {
  var size: PixelSize { PixelSize(width: width, height: height) }
}

extension RoundedRect {
  /// Returns the device pixels whose centers are inside, as rectangles from the top.
  func rows(scale: Double) -> [PixelRect] {
    let (left, right) = (rect.minX * scale, rect.maxX * scale)
    let (top, bottom) = (rect.minY * scale, rect.maxY * scale)
    guard (left + right + top + bottom).isFinite, right > left, bottom > top else { return [] }
    let radius = max(0, min(cornerRadius * scale, min(right - left, bottom - top) / 2))
    var rows: [PixelRect] = []
    for y in Int(top.rounded())..<Int(bottom.rounded()) {
      let center = Double(y) + 0.5
      let height = max(top + radius - center, center - (bottom - radius), 0)
      let inset = radius - (max(0, radius * radius - height * height)).squareRoot()
      let (start, end) = (Int((left + inset).rounded()), Int((right - inset).rounded()))
      if let last = rows.last, last.x == start, last.maxX == end, last.maxY == y {
        rows[rows.count - 1] = PixelRect(x: start, y: last.y, width: last.width, height: last.height + 1)
      } else {
        rows.append(PixelRect(x: start, y: y, width: end - start, height: 1))
      }
    }
    return rows
  }
}
