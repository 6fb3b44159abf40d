import CX11

extension X11Window {
  /// Sets the startup id and the user time before the window is mapped. The window manager can then
  /// give it the focus and show it on the workspace of the start.
  ///
  /// One round trip if a launcher waits, otherwise none.
  func introduce(_ id: StartupID) {
    let atoms = connection.intern(["_NET_STARTUP_ID", UserTime.property])
    PropertyValue.bytes(Array(id.text.utf8), type: connection.atoms[.utf8String]).write(
      to: atoms[0], of: self.id, on: connection)
    guard let time = id.userTime else { return }
    PropertyValue.words([UInt(time.milliseconds)], type: XA_CARDINAL).write(
      to: atoms[1], of: self.id, on: connection)
  }

  /// Broadcasts that the start is complete: the window is painted.
  func announceStart(_ id: StartupID) {
    let types = connection.intern(["_NET_STARTUP_INFO_BEGIN", "_NET_STARTUP_INFO"])
    for (index, piece) in StartupMessage(removing: id).pieces.enumerated() {
      var event = XEvent()
      event.xclient.type = ClientMessage
      // Receivers use it to reassemble the pieces of one message.
      event.xclient.window = self.id
      event.xclient.message_type = types[min(index, 1)]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data) { $0.copyBytes(from: piece) }
      XSendEvent(connection.display, connection.root, False, PropertyChangeMask, &event)
    }
  }
}
