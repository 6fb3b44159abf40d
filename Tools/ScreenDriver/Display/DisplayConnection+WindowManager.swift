import CX11

extension DisplayConnection {
  /// Whether an EWMH window manager is running: `_NET_SUPPORTING_WM_CHECK` of the root names a
  /// window that names itself.
  public var hasWindowManager: Bool {
    guard let check = property("_NET_SUPPORTING_WM_CHECK", of: root)?.first else { return false }
    return property("_NET_SUPPORTING_WM_CHECK", of: check)?.first == check
  }

  /// Returns whether a new window is managed within a tenth of a second: a window manager sets its
  /// `WM_STATE` (ICCCM 4.1.3.1).
  ///
  /// A window that is mapped while openbox starts, after its announcement, is never managed. The
  /// announcement alone therefore does not prove that the window manager is ready.
  func managesNewWindows() -> Bool {
    let probe = XCreateSimpleWindow(pointer, root, 0, 0, 1, 1, 0, 0, 0)
    defer { _ = attempt { XDestroyWindow($0, probe) } }
    XSelectInput(pointer, probe, PropertyChangeMask)
    XMapWindow(pointer, probe)
    XFlush(pointer)
    let state = atom("WM_STATE")
    return nextEvent(before: Deadline(after: .milliseconds(100))) {
      $0.type == PropertyNotify && $0.xproperty.window == probe && $0.xproperty.atom == state
    } != nil
  }
}
