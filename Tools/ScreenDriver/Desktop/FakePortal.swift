/// A fake desktop portal on an isolated bus, which reports any appearance settings.
///
/// It implements the protocol itself, so that it can send messages that no library would send.
public struct FakePortal: ~Copyable {
  /// The value of a setting.
  public enum Value: Hashable, Sendable {
    case unsigned(UInt32)
    case string(String)
    case color(Double, Double, Double)
  }

  private let client: DBusTestClient

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  /// Connects and acquires the portal's bus name.
  ///
  /// - Throws: The errors of the bus.
  public init(on bus: borrowing IsolatedSessionBus) throws(ScreenDriverError) {
    let client = try DBusTestClient(at: bus.path)
    try client.callBus("RequestName", signature: "su") {
      $0.string(Self.name)
      $0.word(0)
    }
    self.client = client
  }

  /// Waits until a client requests all settings, and replies.
  ///
  /// - Parameter serve: Called repeatedly until then, to run a client in the same thread.
  /// - Throws: `timedOut` if no client requests them, and the errors of the bus.
  public func reply(
    _ settings: [String: Value], within timeout: Duration = .defaultTimeout, serving serve: () -> Void = {}
  ) throws(ScreenDriverError) {
    let deadline = Deadline(after: timeout)
    var call = try client.nextMessage(before: deadline, serving: serve)
    while call.member != "ReadAll" { call = try client.nextMessage(before: deadline, serving: serve) }
    var body = DBusWriter()
    body.array(alignedTo: 8) { all in
      all.align(to: 8)
      all.string(Self.namespace)
      all.array(alignedTo: 8) { entries in
        for (key, value) in settings {
          entries.align(to: 8)
          entries.string(key)
          entries.variant(value)
        }
      }
    }
    try client.send(
      .reply, [.replySerial(call.serial), .destination(call.sender), .signature("a{sa{sv}}")], body.data)
  }

  /// Notifies all clients of a changed setting.
  ///
  /// - Throws: The errors of the bus.
  public func change(_ key: String, to value: Value) throws(ScreenDriverError) {
    var body = DBusWriter()
    body.string(Self.namespace)
    body.string(key)
    body.variant(value)
    try client.send(
      .signal, [.path(Self.path), .interface(Self.interface), .member("SettingChanged"), .signature("ssv")],
      body.data)
  }
}

extension DBusWriter {
  fileprivate mutating func variant(_ value: FakePortal.Value) {
    switch value {
    case .unsigned(let number):
      signature("u")
      word(number)
    case .string(let text):
      signature("s")
      string(text)
    case .color(let red, let green, let blue):
      signature("(ddd)")
      for component in [red, green, blue] { double(component) }
    }
  }
}
