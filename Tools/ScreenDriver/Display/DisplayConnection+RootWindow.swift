import CX11

extension DisplayConnection {
  /// The root window as a `ScreenWindow`. Its screenshot shows everything on the screen.
  public var rootWindow: ScreenWindow { ScreenWindow(connection: self, xid: root) }

  /// Fills the part of the screen that no window covers.
  ///
  /// - Parameter pixel: The color, as `0xRRGGBB`.
  public func paintBackground(_ pixel: UInt) {
    XSetWindowBackground(pointer, root, pixel)
    XClearWindow(pointer, root)
    XSync(pointer, False)
  }
}
