import CX11

extension X11Window {
  /// Takes the keyboard's focus, as a window manager asks for in a message (ICCCM 4.1.7: the window
  /// is *locally active*).
  ///
  /// Window managers give it the focus as well, since it does not refuse it; then nothing changes.
  ///
  /// - Parameter time: Of the message; the server ignores one that is older than the last change of
  ///   the focus. 0 is `CurrentTime`, which could take it from a window that got it since.
  func takeFocus(at time: ServerTime) {
    guard time.milliseconds != 0 else { return }
    _ = connection.aboutStrangers {
      // It may have been unmapped in the meantime, and then has no right to it.
      XSetInputFocus(connection.display, id, RevertToParent, time.value)
    }
  }
}
