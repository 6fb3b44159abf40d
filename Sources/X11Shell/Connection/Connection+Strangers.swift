import CX11

extension Connection {
  /// Makes requests about windows of other clients, which may be gone before the server reads them:
  /// its errors about these requests are nobody's fault and are passed over.
  func aboutStrangers<Result>(_ requests: () -> Result) -> Result {
    ProtocolErrors.beginPassingOver(on: display)
    defer { ProtocolErrors.endPassingOver(on: display) }
    return requests()
  }

  /// The events of a window that this client has selected so far; `nil` where the window is gone.
  ///
  /// Mostly none; but nothing keeps another client from naming a window of this program's own.
  func eventMask(of window: Window) -> Int? {
    aboutStrangers {
      var attributes = XWindowAttributes()
      let status = XGetWindowAttributes(display, window, &attributes)
      return status == 0 ? nil : attributes.your_event_mask
    }
  }
}
