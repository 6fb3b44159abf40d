import CX11
import Motion
import Scene
import X11

/// The position, the stacking and the grabs of a window of kind `overlay`.
final class WindowOverlay {
  private unowned let window: Window
  private var screen: ScreenObserver
  /// The layout that was last sent to the content. `nil` before the first.
  private var layout: ScreenLayout?
  /// Whether the layout may have changed.
  private var isLayoutOutdated = true
  /// The frame of the window in device pixels of the screen.
  private(set) var frame = PixelRect(x: 0, y: 0, width: 1, height: 1)
  /// The outlines relative to the frame, as last set in the server, and whether they clip the pixels too.
  private var shape: (outlines: [RoundedRect], clips: Bool)?
  /// Whether the content wants to be shown.
  private var isShown = false
  private var hasPointerGrab = false
  /// Whether the window receives its own structure events. During a drag they would report each step.
  private var receivesStructureEvents = true

  init(of window: Window) {
    self.window = window
    screen = ScreenObserver(on: window.connection, compositor: window.application.compositor)
  }

  private var connection: Connection { window.connection }

  private var placement: OverlayPlacement? { window.contentCaller.placement }

  /// Whether the window can have a grab: it is shown, or the server has just been asked to show it, which it does without
  /// delay.
  var canGrab: Bool {
    let visibility = window.visibility
    return visibility.isShown || isShown && !visibility.isMapped && !visibility.isLocked
  }
}

// Placement.
extension WindowOverlay {
  /// Sends the layout of the screen to the content, if it has changed.
  func updateLayout(isOutdated: Bool) {
    guard isLayoutOutdated || isOutdated else { return }
    isLayoutOutdated = false
    let desktop = window.application
    let new = screen.layout(
      of: desktop.desktop.monitorFrames, scale: window.scale, isLocked: desktop.desktop.isScreenLocked)
    guard new != layout else { return }
    layout = new
    window.deliver(.screenChanged(new))
  }

  /// Handles an event of the screen or of another client's window.
  func handle(_ event: XEvent) {
    if screen.handle(event) { isLayoutOutdated = true }
    // A screen lock needs the grabs, which the content then no longer wants.
    if screen.observesWindows, event.xmap.window != window.id, connection.isLock(mappedBy: event, over: frame)
    {
      window.deliver(.input(.windowHidden))
    }
  }

  /// Places the overlay above the windows in use. Returns whether there are any.
  @discardableResult private func stackAboveTopWindow() -> Bool {
    guard let top = screen.topWindow(overlapping: frame), top != window.id else { return false }
    stack(Above, top)
    return true
  }

  /// Places the overlay directly above or below a window. It is not raised to the top, where a screen lock may be.
  private func stack(_ mode: Int32, _ sibling: WindowID) {
    var changes = XWindowChanges()
    (changes.sibling, changes.stack_mode) = (sibling, mode)
    connection.ignoringErrors {
      _ = XConfigureWindow(connection.display, window.id, UInt32(CWSibling | CWStackMode), &changes)
    }
  }

  /// Moves a pressed overlay immediately, because moving it needs no frame.
  func followPointer() {
    guard isShown, window.input.isPressed, window.frames.hasPointerChange, let placement else { return }
    receiveStructureEvents(false)
    let old = frame
    place(placement)
    // The image of an overlay that only moves stays the same.
    if frame != old, frame.size == old.size { window.frames.clearPointerChange() }
    connection.flush()
  }

  private func receiveStructureEvents(_ isReceiving: Bool) {
    guard receivesStructureEvents != isReceiving else { return }
    receivesStructureEvents = isReceiving
    connection.selectEvents(
      isReceiving ? Window.eventMask : Window.eventMask & ~StructureNotifyMask, of: window.id)
  }

  /// Shows or hides the overlay, as its content wants.
  func update() {
    let placement = placement
    if !window.input.isPressed { receiveStructureEvents(true) }
    let isRestacked = screen.takeRestacking()
    if isShown != (placement != nil) {
      show(placement)
    } else if isRestacked, isShown, !window.visibility.isLocked {
      stackAboveTopWindow()
    }
    // Before a panel is seen, so that no press or key that is meant for it goes elsewhere.
    updatePointerGrab()
    if window.hasAppeared { window.keyboard.update() }
  }

  private func show(_ placement: OverlayPlacement?) {
    // Also in a drag, which the server ends with the window.
    receiveStructureEvents(true)
    isShown = placement != nil
    guard let placement else {
      _ = XUnmapWindow(connection.display, window.id)
      return
    }
    place(placement)
    // Not above a screen lock, even if no other window is in use.
    if !stackAboveTopWindow(), let lock = screen.windowCovering(frame) { stack(Below, lock) }
    XMapWindow(connection.display, window.id)
  }

  /// Lets a compositor that has just started draw the overlay. xfwm4 finds the windows that it does not manage only when
  /// they are created or reparented. `update` shows the overlay again.
  func setComposited(_ isComposited: Bool) {
    isLayoutOutdated = true
    guard isComposited else { return }
    if isShown { show(nil) }
    let siblings = connection.children(of: connection.root)
    XReparentWindow(connection.display, window.id, connection.root, Int32(frame.x), Int32(frame.y))
    // Reparenting raises the overlay, perhaps above a screen lock.
    XLowerWindow(connection.display, window.id)
    if let index = siblings.firstIndex(of: window.id), index > 0 { stack(Above, siblings[index - 1]) }
  }

  /// Places the overlay for a frame.
  func place(at presentation: Instant) {
    if let placement = window.content.placement(at: presentation) { place(placement) }
  }

  private func place(_ placement: OverlayPlacement) {
    let (rect, scale) = (placement.frame, window.scale)
    func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }
    let old = frame
    frame = PixelRect(
      x: pixels(rect.minX), y: pixels(rect.minY), width: max(1, pixels(rect.width)),
      height: max(1, pixels(rect.height)))
    if frame.size != old.size {
      XMoveResizeWindow(
        connection.display, window.id, Int32(frame.x), Int32(frame.y), UInt32(frame.width),
        UInt32(frame.height))
    } else if frame != old {
      XMoveWindow(connection.display, window.id, Int32(frame.x), Int32(frame.y))
    }
    let origin = rect.origin - Point.zero
    setShape(
      placement.outlines.map { RoundedRect($0.rect.offset(by: -origin), cornerRadius: $0.cornerRadius) })
  }

  /// Limits the input to outlines relative to the window and, without a compositor, the pixels too.
  private func setShape(_ outlines: [RoundedRect]) {
    let clips = layout?.isComposited != true
    if let shape, shape == (outlines, clips) { return }
    let wasClipped = shape?.clips != false
    shape = (outlines, clips)
    let region = outlines.flatMap { $0.rows(scale: window.scale) }
    if clips || wasClipped { connection.setRegion(clips ? region : nil, of: window.id, for: ShapeBounding) }
    connection.setRegion(region, of: window.id, for: ShapeInput)
  }
}

// Input.
extension WindowOverlay {
  /// Grabs the pointer for as long as the content wants it, and until the buttons are released. Presses outside of the
  /// window are then sent to the content.
  private func updatePointerGrab() {
    let cues = window.cues
    screen.observesWindows = cues.wantsPointerGrab || cues.wantsKeyboardGrab
    let isWanted = cues.wantsPointerGrab && canGrab || hasPointerGrab && window.input.isPressed
    guard isWanted != hasPointerGrab else { return }
    guard isWanted else { return releasePointer() }
    let events = ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask
    let status = XGrabPointer(
      connection.display, window.id, False, UInt32(events), GrabModeAsync, GrabModeAsync, WindowID(None),
      Cursor(None), Time(CurrentTime))
    hasPointerGrab = status == GrabSuccess
  }

  private func releasePointer() {
    XUngrabPointer(connection.display, Time(CurrentTime))
    hasPointerGrab = false
  }

  /// Releases the grabs of an overlay that was hidden. The server has released those from before, but the overlay may have
  /// been shown again since.
  func releaseGrabs() {
    releasePointer()
    if window.keyboard.isGrabbed { connection.ungrabKeyboard() }
  }
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
