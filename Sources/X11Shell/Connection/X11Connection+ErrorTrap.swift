import CX11

extension Connection {
  /// Sends requests that refer to other clients' windows and ignores the X errors they cause. Such
  /// a window may be destroyed before the server processes the request.
  func ignoringErrors<Result>(_ requests: () -> Result) -> Result {
    ProtocolErrors.beginIgnoring(on: display)
    defer { ProtocolErrors.endIgnoring(on: display) }
    return requests()
  }

  /// Returns the events that this client has selected on a window, or `nil` if the window does not
  /// exist.
  ///
  /// For another client's window the mask is usually empty. It is not if another client names a
  /// window of this program as its own.
  func eventMask(of window: Window) -> Int? {
    ignoringErrors {
      var attributes = XWindowAttributes()
      let status = XGetWindowAttributes(display, window, &attributes)
      return status == 0 ? nil : attributes.your_event_mask
    }
  }
}
