/// What can keep a window from being shown.
public enum X11Error: Error, Hashable, Sendable {
  /// No X server answered under that name; `nil` where `DISPLAY` is not set either.
  case cannotConnect(display: String?)
  /// The screen has no TrueColor visual whose pixels are laid out as a `Bitmap`'s are.
  case noSuitableVisual
  /// The X server went away, or shut this client out.
  case connectionLost
  /// The kernel refused a descriptor to the call of that name; with its `errno`.
  case noDescriptor(call: String, errno: Int32)
}
