import CX11
import CXTest
public import Scene

/// What a hand does, sent at once and without waiting until the server has taken it in; `Hand` is
/// slower and surer.
extension WindowObserver {
  /// Puts the pointer on a pixel of the window, which must not have moved since it is observed.
  ///
  /// - Returns: When.
  @discardableResult
  public func move(to point: PixelPoint) -> ContinuousClock.Instant {
    send {
      XTestFakeMotionEvent(
        connection.pointer, -1, Int32(frame.x + point.x), Int32(frame.y + point.y), 0)
    }
  }

  @discardableResult
  public func press() -> ContinuousClock.Instant {
    send { XTestFakeButtonEvent(connection.pointer, 1, True, 0) }
  }

  @discardableResult
  public func release() -> ContinuousClock.Instant {
    send { XTestFakeButtonEvent(connection.pointer, 1, False, 0) }
  }

  /// Puts a key down or lets it go.
  ///
  /// - Parameter name: Its keysym's name, as in `BackSpace`.
  /// - Returns: When; `nil` where the keyboard has no such key.
  @discardableResult
  public func setKey(_ name: String, isDown: Bool) -> ContinuousClock.Instant? {
    let code = XKeysymToKeycode(connection.pointer, XStringToKeysym(name))
    guard code != 0 else { return nil }
    return send { XTestFakeKeyEvent(connection.pointer, UInt32(code), isDown ? True : False, 0) }
  }

  private func send(_ request: () -> Int32) -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    _ = request()
    XFlush(connection.pointer)
    return now
  }
}
