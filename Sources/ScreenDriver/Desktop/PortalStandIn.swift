/// Stands in for the desktop portal on a bus of one's own, and tells of any appearance.
///
/// It speaks the protocol itself, so that it can say what no library would let it say.
public struct PortalStandIn: ~Copyable {
  /// A setting's value.
  public enum Value: Hashable, Sendable {
    case unsigned(UInt32)
    case string(String)
    case color(Double, Double, Double)
  }

  private let line: BusLine

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  /// Connects, and takes the portal's name.
  ///
  /// - Throws: As the bus fails.
  public init(on bus: borrowing SessionBusProcess) throws(ScreenDriverError) {
    let line = try BusLine(at: bus.path)
    try line.callBus("RequestName", signature: "su") {
      $0.string(Self.name)
      $0.word(0)
    }
    self.line = line
  }

  /// Waits for a program to ask for all settings, and answers.
  ///
  /// - Throws: `timedOut` where none asks.
  public func answer(
    _ settings: [String: Value], within patience: Duration = .patience
  ) throws(ScreenDriverError) {
    let deadline = Deadline(after: patience)
    var call = try line.nextMessage(before: deadline)
    while call.member != "ReadAll" { call = try line.nextMessage(before: deadline) }
    var body = BusWriter()
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
    try line.send(
      .reply, [.replySerial(call.serial), .destination(call.sender), .signature("a{sa{sv}}")],
      body.data)
  }

  /// Tells all programs that a setting has changed.
  ///
  /// - Throws: As the bus fails.
  public func change(_ key: String, to value: Value) throws(ScreenDriverError) {
    var body = BusWriter()
    body.string(Self.namespace)
    body.string(key)
    body.variant(value)
    try line.send(
      .signal,
      [
        .path(Self.path), .interface(Self.interface), .member("SettingChanged"),
        .signature("ssv"),
      ], body.data)
  }
}

extension BusWriter {
  fileprivate mutating func variant(_ value: PortalStandIn.Value) {
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
