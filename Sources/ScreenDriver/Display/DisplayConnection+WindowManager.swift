import CX11

extension DisplayConnection {
  /// Whether a window manager that keeps to EWMH runs: `_NET_SUPPORTING_WM_CHECK` on the root names
  /// a window that names itself.
  public var hasWindowManager: Bool {
    guard let check = property("_NET_SUPPORTING_WM_CHECK", of: root)?.first else { return false }
    return property("_NET_SUPPORTING_WM_CHECK", of: check)?.first == check
  }

  /// Whether a new window is taken care of within a tenth of a second: a window manager gives it a
  /// `WM_STATE` (ICCCM 4.1.3.1).
  ///
  /// A window that is mapped while openbox starts, after it has announced itself, is never managed,
  /// so the announcement alone does not tell that it is ready.
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
