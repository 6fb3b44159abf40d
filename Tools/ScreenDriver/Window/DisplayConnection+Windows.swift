import CX11

extension DisplayConnection {
  /// Returns the first window on the screen that belongs to a process, with or without a window
  /// manager.
  public func window(ofProcess pid: Int32) -> ScreenWindow? { window { $0.pid == pid } }

  /// Returns the window of a process that has the keyboard focus.
  func activeWindow(ofProcess pid: Int32) -> ScreenWindow? { window { $0.pid == pid && $0.isActive } }

  /// Returns the first window on the screen with a title.
  public func window(titled title: String) -> ScreenWindow? { window { $0.title == title } }

  /// Returns the first window on the screen that satisfies a condition.
  ///
  /// Searches the tree of windows breadth first. A window manager reparents a client into one or
  /// two nested frames; without one, the client's window is a child of the root.
  public func window(where fits: (ScreenWindow) -> Bool) -> ScreenWindow? {
    var level = [root]
    for _ in 0..<3 {
      level = level.flatMap(children)
      for xid in level {
        let window = ScreenWindow(connection: self, xid: xid)
        if window.isViewable, fits(window) { return window }
      }
    }
    return nil
  }

  private func children(of window: CX11.Window) -> [CX11.Window] {
    var (root, parent) = (CX11.Window(None), CX11.Window(None))
    var list: UnsafeMutablePointer<CX11.Window>?
    var count: UInt32 = 0
    let status = attempt { XQueryTree($0, window, &root, &parent, &list, &count) }
    defer { if let list { XFree(list) } }
    guard (status ?? 0) != 0, let list else { return [] }
    return Array(UnsafeBufferPointer(start: list, count: Int(count)))
  }
}
