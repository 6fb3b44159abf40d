import CX11
import Motion

extension RunLoop {
  /// Notifies the client of changed desktop settings and updates the scale of the window.
  mutating func applyDesktopChanges(_ client: inout some WindowDelegate & ~Copyable) {
    if let isLocked = desktop.takeScreenLockChange() { changeVisibility(&client) { $0.isLocked = isLocked } }
    if desktop.takeChange() {
      let settings = desktop.settings
      perform(on: &client) { client, now in client.settingsChanged(to: settings, at: now) }
      if hasAppeared { applyPointerSettings() }
    }
    if desktop.takeMonitorChange() { frameSources.repeatMonitorQuery() }
    beginRescalingIfNeeded()
    endRescalingIfDue(&client)
  }

  /// Applies the cursor theme and size of the desktop.
  mutating func applyPointerSettings() {
    let pointer = desktop.settings.pointer
    window.setCursors(theme: pointer.themeName, size: pointer.size)
  }

  private mutating func beginRescalingIfNeeded() {
    let current = rescaling?.scale ?? window.scale
    let scale = desktop.scale(for: window.id, of: window.pixelSize, current: current)
    guard scale != current else { return }
    window.requestScale(scale)
    rescaling = PendingScaleChange(to: scale, at: MonotonicClock.now)
  }

  /// Changes the scale of a window whose size the window manager did not change in time.
  private mutating func endRescalingIfDue(_ client: inout some WindowDelegate & ~Copyable) {
    guard let rescaling, rescaling.deadline <= MonotonicClock.now else { return }
    adoptScale()
    let (size, scale) = (window.size, window.scale)
    perform(on: &client) { client, now in client.resize(to: size, scale: scale, at: now) }
  }

  /// Makes the pending scale the scale of the window.
  mutating func adoptScale() {
    guard let rescaling else { return }
    window.scale = rescaling.scale
    translation.scale = rescaling.scale
    self.rescaling = nil
  }
}

extension X11Window {
  /// Asks the window manager for the size at which the window shows the same content at another
  /// scale. First updates the minimum size, which might forbid that size.
  func requestScale(_ scale: Double) {
    let size = PixelSize(size, scale: scale)
    var hints = SizeHints(minimum: description.minimumSize, scale: scale).value
    XSetWMNormalHints(connection.display, id, &hints)
    XResizeWindow(connection.display, id, UInt32(size.width), UInt32(size.height))
  }
}
