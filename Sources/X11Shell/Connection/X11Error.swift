/// An error that prevents a window from being shown.
public enum X11Error: Error, Hashable, Sendable {
  /// No X server accepted a connection to the display. The name is `nil` if `DISPLAY` is not set
  /// either.
  case cannotConnect(display: String?)
  /// The screen has no TrueColor visual with the pixel layout of `Bitmap`.
  case noSuitableVisual
  /// The X server exited or closed the connection.
  case connectionLost
  /// The kernel could not create a file descriptor in the given system call; with its `errno`.
  case noDescriptor(call: String, errno: Int32)
}
