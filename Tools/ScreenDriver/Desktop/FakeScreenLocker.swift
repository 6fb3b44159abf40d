/// A fake screen locker on an isolated bus.
///
/// It shows no window, and only sends the signal `ActiveChanged` and replies to `GetActive`.
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
  /// - Parameters:
  ///   - desktop: The desktop's name in the signal's interface, for example `gnome`.
  ///   - ownsName: Whether this locker acquires the name before.
  /// - Throws: The errors of the bus.
  public func emitActiveChanged(
    _ isActive: Bool, as desktop: String = "freedesktop", owningName ownsName: Bool = true
  ) throws(ScreenDriverError) {
    if ownsName { try own(as: desktop) }
    var body = DBusWriter()
    body.word(isActive ? 1 : 0)
    try client.send(
      .signal,
      [
        .path("/org/\(desktop)/ScreenSaver"), .interface("org.\(desktop).ScreenSaver"),
        .member("ActiveChanged"), .signature("b"),
      ], body.data)
  }

  /// Acquires the name of a desktop's locker, which clients ask whether the screen is locked.
  ///
  /// - Throws: The errors of the bus.
  public func own(as desktop: String) throws(ScreenDriverError) {
    try client.callBus("RequestName", signature: "su") {
      $0.string("org.\(desktop).ScreenSaver")
      $0.word(0)
    }
  }

  /// Waits until a client asks whether the screen is locked, and replies.
  ///
  /// - Parameter serve: Called repeatedly until then, to run a client in the same thread.
  /// - Throws: `timedOut` if no client asks, and the errors of the bus.
  public func reply(_ isActive: Bool, serving serve: () -> Void = {}) throws(ScreenDriverError) {
    let deadline = Deadline(after: .defaultTimeout)
    var call = try client.nextMessage(before: deadline, serving: serve)
    while call.member != "GetActive" { call = try client.nextMessage(before: deadline, serving: serve) }
    var body = DBusWriter()
    body.word(isActive ? 1 : 0)
    try client.send(
      .reply, [.replySerial(call.serial), .destination(call.sender), .signature("b")], body.data)
  }
}
