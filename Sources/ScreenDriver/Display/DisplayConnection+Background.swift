import CX11

extension DisplayConnection {
  /// The screen itself, as if it were a window: what it shows is all that is on it.
  public var background: ScreenWindow { ScreenWindow(connection: self, id: root) }

  /// Fills the screen where there is no window.
  ///
  /// - Parameter pixel: `0xRRGGBB`.
  public func paintBackground(_ pixel: UInt) {
    XSetWindowBackground(pointer, root, pixel)
    XClearWindow(pointer, root)
    XSync(pointer, False)
  }
}
