import CX11
import CX11Testing
public import Scene

/// Simulated input that is sent immediately, without waiting until the server has processed it.
/// `InputSimulator` is slower but waits.
extension WindowObserver {
  /// Moves the pointer to a pixel of the window. The window must not have moved since the
  /// observation began.
  ///
  /// - Returns: The time at which the request was sent.
  @discardableResult public func move(to point: PixelPoint) -> ContinuousClock.Instant {
    send {
      XTestFakeMotionEvent(connection.pointer, -1, Int32(frame.x + point.x), Int32(frame.y + point.y), 0)
    }
  }

  @discardableResult public func press() -> ContinuousClock.Instant {
    send { XTestFakeButtonEvent(connection.pointer, 1, True, 0) }
  }

  @discardableResult public func release() -> ContinuousClock.Instant {
    send { XTestFakeButtonEvent(connection.pointer, 1, False, 0) }
  }

  /// Presses or releases a key.
  ///
  /// - Parameter name: The name of the keysym, for example `BackSpace`.
  /// - Returns: The time at which the request was sent. `nil` if the keyboard has no such key.
  @discardableResult public func setKey(_ name: String, isDown: Bool) -> ContinuousClock.Instant? {
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
