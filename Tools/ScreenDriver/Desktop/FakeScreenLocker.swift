/// A fake screen locker on an isolated bus.
///
/// It shows no window and only sends the signal `ActiveChanged`.
public struct FakeScreenLocker: ~Copyable {
  private let client: DBusTestClient

  /// Connects to the bus.
  ///
  /// - Throws: The errors of the bus.
  public init(on bus: borrowing IsolatedSessionBus) throws(ScreenDriverError) {
    client = try DBusTestClient(at: bus.path)
  }

  /// Notifies all clients whether the screen is locked.
  ///
  /// - Parameter desktop: The desktop's name in the signal's interface, for example `gnome`.
  /// - Throws: The errors of the bus.
  public func emitActiveChanged(_ isActive: Bool, as desktop: String = "freedesktop")
    throws(ScreenDriverError)
  {
    var body = DBusWriter()
    body.word(isActive ? 1 : 0)
    try client.send(
      .signal,
      [
        .path("/org/\(desktop)/ScreenSaver"), .interface("org.\(desktop).ScreenSaver"),
        .member("ActiveChanged"), .signature("b"),
      ], body.data)
  }
}
