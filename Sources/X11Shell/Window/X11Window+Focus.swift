import CX11

extension X11Window {
  /// Takes the keyboard focus on request of the window manager (ICCCM 4.1.7: the window is *locally
  /// active*).
  ///
  /// Window managers also set the focus themselves, because the window accepts it; then nothing
  /// changes.
  ///
  /// - Parameter time: The time of the message. The server ignores a time before the last focus
  ///   change. 0 is `CurrentTime`, which could take the focus from a window that has received it
  ///   since then.
  func takeFocus(at time: ServerTime) {
    guard time.milliseconds != 0 else { return }
    _ = connection.ignoringErrors {
      // The window may be unmapped in the meantime. Then it cannot receive the focus.
      XSetInputFocus(connection.display, id, RevertToParent, time.value)
    }
  }
}
