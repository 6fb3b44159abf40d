import CX11
import Motion

extension RunLoop {
  /// Tells the client how the desktop is set where that has changed, and gives the window the scale
  /// that is right for it now.
  mutating func followDesktop(_ client: inout some WindowClient & ~Copyable) {
    if let isLocked = desktop.takeLockNews() {
      changeVisibility(&client) { $0.isLocked = isLocked }
    }
    if desktop.takeChange() {
      let settings = desktop.settings
      tell(&client) { client, now in client.settingsChanged(to: settings, at: now) }
      if hasAppeared { followPointerSettings() }
    }
    if desktop.takeMonitorChange() { frameSources.askMonitorsAgain() }
    beginRescalingIfNeeded()
    endRescalingIfDue(&client)
  }

  /// Shows the pointer in the pictures that the desktop has chosen.
  mutating func followPointerSettings() {
    let pointer = desktop.settings.pointer
    window.setCursors(theme: pointer.themeName, size: pointer.size)
  }

  private mutating func beginRescalingIfNeeded() {
    let present = rescaling?.scale ?? window.scale
    let scale = desktop.scale(for: window.id, of: window.pixelSize, having: present)
    guard scale != present else { return }
    window.askForScale(scale)
    rescaling = Rescaling(to: scale, at: MonotonicClock.now)
  }

  /// Changes the scale of a window that was not given another size.
  private mutating func endRescalingIfDue(_ client: inout some WindowClient & ~Copyable) {
    guard let rescaling, rescaling.deadline <= MonotonicClock.now else { return }
    adoptScale()
    let (size, scale) = (window.size, window.scale)
    tell(&client) { client, now in client.resize(to: size, scale: scale, at: now) }
  }

  /// Makes the scale that the window is to have the one that it has.
  mutating func adoptScale() {
    guard let rescaling else { return }
    window.scale = rescaling.scale
    translation.scale = rescaling.scale
    self.rescaling = nil
  }
}

extension X11Window {
  /// Asks the window manager for the size at which the window shows as much as now at another
  /// scale; first for the least size, which might forbid it.
  func askForScale(_ scale: Double) {
    let size = PixelSize(size, scale: scale)
    var hints = SizeHints(minimum: description.minimumSize, scale: scale).value
    XSetWMNormalHints(connection.display, id, &hints)
    XResizeWindow(connection.display, id, UInt32(size.width), UInt32(size.height))
  }
}
