import CX11
import Motion
import Scene
import X11

extension Window {
  /// Notifies the content of changed desktop settings and updates the scale of the window.
  func applyDesktopChanges() {
    let changes = desktopChanges
    desktopChanges = []
    if changes.contains(.screenLock) {
      let isLocked = application.desktop.isScreenLocked
      frames.changeVisibility { $0.isLocked = isLocked }
    }
    if changes.contains(.settings) {
      deliver(.settingsChanged(application.settings))
      if hasAppeared { applyPointerSettings() }
    }
    if changes.contains(.monitors) { mayHaveMoved = true }
    if !changes.isDisjoint(with: [.monitors, .screenLock]) { overlay?.isLayoutOutdated = true }
    updateScreenLayout()
    beginRescalingIfNeeded()
    endRescalingIfDue()
    placeIfNeeded()
  }

  /// Applies the cursor theme and size of the desktop.
  func applyPointerSettings() {
    let pointer = application.desktop.settings.pointer
    setCursors(theme: pointer.themeName, size: pointer.size)
  }

  /// Requests a new scale: the one of the desktop, or for a popup the one of its owner.
  private func beginRescalingIfNeeded() {
    guard overlay == nil else { return rescaleOverlay() }
    let current = rescaling?.scale ?? scale
    let scale =
      configuration.kind.popupOwner?.scale
      ?? application.desktop.scale(for: id, of: pixelSize, current: current, ifMoved: &mayHaveMoved)
    guard scale != current else { return }
    requestScale(scale)
    rescaling = PendingScaleChange(to: scale, at: MonotonicClock.now)
  }

  /// Changes the scale of an overlay, which is the same on all monitors, so that a drag continues between them.
  private func rescaleOverlay() {
    guard scale != application.scale else { return }
    scale = application.scale
    translation.scale = scale
    overlay?.isLayoutOutdated = true
    deliver(.resized(size, scale: scale))
    updateScreenLayout()
  }

  /// Changes the scale of a window whose size the window manager did not change in time.
  private func endRescalingIfDue() {
    guard let rescaling, rescaling.deadline <= MonotonicClock.now else { return }
    adoptScale()
    deliver(.resized(size, scale: scale))
  }

  /// Makes the pending scale the scale of the window.
  func adoptScale() {
    guard let rescaling else { return }
    scale = rescaling.scale
    translation.scale = rescaling.scale
    self.rescaling = nil
  }

  /// Asks the window manager for the size at which the window shows the same content at another
  /// scale. First updates the size limits, which might forbid that size. A popup, which has no window
  /// manager, gets the size and the position of that scale immediately.
  func requestScale(_ scale: Double) {
    requestSize(PixelSize(size, scale: scale), scale: scale)
  }

  /// Requests the size that the content prefers, if it has changed.
  ///
  /// - Returns: Whether the window has another size from now on, which is so before it is mapped.
  @discardableResult func fitContent() -> Bool {
    guard let preferred = preferredPixelSize, preferred != fittedSize else { return false }
    fittedSize = preferred
    let opensBesideOthers = configuration.isPrompt && !hasAppeared
    let center = centeringArea.map {
      opensBesideOthers ? frameBesidePrompts(of: preferred, in: $0) : $0.centeredFrame(of: preferred)
    }
    let size = center?.size ?? preferred
    guard size != pixelSize else { return false }
    if hasAppeared {
      requestSize(size, scale: scale)
      return false
    }
    setInitialSize(size, center: center?.origin)
    return true
  }

  /// Returns the frame of a new prompt: in the center of an area or, if a dialog or another window with the keyboard is
  /// there, beside it if there is space. A few round trips for each window that is in the way.
  private func frameBesidePrompts(of size: PixelSize, in area: PixelRect) -> PixelRect {
    let center = area.centeredFrame(of: size)
    let isGrabbed = connection.isKeyboardGrabbed(fromUnmapped: id)
    let obstacle = { [connection] in connection.topWindow(in: $0, isDialog: !isGrabbed) }
    guard let other = obstacle(center) else { return center }
    // The space for window frames is at both sides of the area.
    let gap = PixelSize(Application.reservedSize, scale: scale)
    // Enough for the title bar, and for a note that makes one of them higher.
    let space = gap.height * 3 / 4
    let (right, below) = (other.maxX + gap.width, other.maxY + space)
    let (left, above) = (other.x - gap.width - size.width, other.y - space - size.height)
    for (x, y) in [(right, center.y), (left, center.y), (center.x, below), (center.x, above)] {
      let frame = PixelRect(x: x, y: y, width: center.width, height: center.height)
      if frame.intersection(area) == frame, obstacle(frame) == nil { return frame }
    }
    // In no place is it alone, but all title bars can be seen.
    guard other.width <= center.width + gap.width else { return center }
    return PixelRect(
      x: min(other.x + gap.height / 2, area.maxX - center.width),
      y: min(other.y + gap.height / 2, area.maxY - center.height), width: center.width, height: center.height)
  }

  /// The size that the content prefers, if the window fits its content.
  private var preferredPixelSize: PixelSize? {
    guard configuration.fitsContent, let preferred = cues.preferredSize else { return nil }
    let minimum = configuration.minimumSize
    return PixelSize(
      Size(width: max(preferred.width, minimum.width), height: max(preferred.height, minimum.height)),
      scale: scale)
  }

  /// Keeps a size that the user or the window manager has set until the content prefers another one.
  func acceptRequestedSize() { if pixelSize != fittedSize { fittedSize = preferredPixelSize } }

  /// Sets the size, the position and all size hints of a window that is not mapped.
  private func setInitialSize(_ size: PixelSize, center: PixelPoint?) {
    let hints = SizeHints(
      configuration, size: size, scale: scale, screen: connection.screenSize, center: center)
    var value = hints.value
    XSetWMNormalHints(connection.display, id, &value)
    let origin = application.popupOrigin(of: size, configuration.kind) ?? hints.origin
    XMoveResizeWindow(
      connection.display, id, Int32(origin.x), Int32(origin.y), UInt32(size.width), UInt32(size.height))
    pixelSize = size
  }

  /// Requests a size in device pixels and first updates the size limits, which might forbid it.
  private func requestSize(_ size: PixelSize, scale: Double) {
    var hints = XSizeHints(limitsOf: configuration, size: size, scale: scale)
    XSetWMNormalHints(connection.display, id, &hints)
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    if let origin = application.popupOrigin(of: size, configuration.kind) {
      XMoveResizeWindow(connection.display, id, Int32(origin.x), Int32(origin.y), width, height)
    } else {
      XResizeWindow(connection.display, id, width, height)
    }
  }
}
