import CX11

/// Watches the root window for what is told there of programs that start ([Startup
/// Notification][1]), as task bars do.
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
public final class StartupListener {
  private let connection: DisplayConnection
  /// What was told so far, by the window in whose name it is.
  private var texts: [CX11.Window: [UInt8]] = [:]

  /// Begins to listen.
  ///
  /// - Throws: `cannotConnect`.
  public init(at display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    XSelectInput(connection.pointer, connection.root, PropertyChangeMask)
    XSync(connection.pointer, False)
  }

  /// The next whole message.
  ///
  /// - Throws: `timedOut`.
  public func nextMessage(
    within patience: Duration = .patience
  ) throws(ScreenDriverError) -> String {
    let deadline = Deadline(after: patience)
    let types = ["_NET_STARTUP_INFO_BEGIN", "_NET_STARTUP_INFO"].map(connection.atom)
    while true {
      let piece = connection.nextEvent(before: deadline) {
        $0.type == ClientMessage && types.contains($0.xclient.message_type)
      }
      guard let piece else { throw .timedOut(waitingFor: "word of a start") }
      if let text = take(piece.xclient, isFirst: piece.xclient.message_type == types[0]) {
        return text
      }
    }
  }

  private func take(_ piece: XClientMessageEvent, isFirst: Bool) -> String? {
    var text = isFirst ? [] : texts[piece.window] ?? []
    withUnsafeBytes(of: piece.data) { text += $0.prefix(20) }
    guard let end = text.firstIndex(of: 0) else {
      texts[piece.window] = text
      return nil
    }
    texts[piece.window] = nil
    return String(decoding: text[..<end], as: UTF8.self)
  }
}
