import CX11

/// Receives the messages about starting programs on the root window ([Startup Notification][1]), as
/// task bars do.
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
public final class StartupNotificationListener {
  private let connection: DisplayConnection
  /// The text received so far of each incomplete message, by the window that sends it.
  private var partialTexts: [CX11.Window: [UInt8]] = [:]

  /// Connects and selects the messages.
  ///
  /// - Throws: `cannotConnect`.
  public init(at display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    XSelectInput(connection.pointer, connection.root, PropertyChangeMask)
    XSync(connection.pointer, False)
  }

  /// Returns the next complete message.
  ///
  /// - Throws: `timedOut`.
  public func nextMessage(within timeout: Duration = .defaultTimeout) throws(ScreenDriverError) -> String {
    let deadline = Deadline(after: timeout)
    let types = ["_NET_STARTUP_INFO_BEGIN", "_NET_STARTUP_INFO"].map(connection.atom)
    while true {
      let message = connection.nextEvent(before: deadline) {
        $0.type == ClientMessage && types.contains($0.xclient.message_type)
      }
      guard let message else { throw .timedOut(waitingFor: "a startup message") }
      if let text = append(message.xclient, isFirst: message.xclient.message_type == types[0]) { return text }
    }
  }

  private func append(_ message: XClientMessageEvent, isFirst: Bool) -> String? {
    var text = isFirst ? [] : partialTexts[message.window] ?? []
    withUnsafeBytes(of: message.data) { text += $0.prefix(20) }
    guard let end = text.firstIndex(of: 0) else {
      partialTexts[message.window] = text
      return nil
    }
    partialTexts[message.window] = nil
    return String(decoding: text[..<end], as: UTF8.self)
  }
}
