/// A startup message, broadcast to the clients that observe the root window in client messages of
/// 20 bytes each ([Startup Notification][1]).
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
struct StartupMessage {
  /// The text in UTF-8.
  let bytes: [UInt8]

  /// The number of bytes in a client message.
  static let pieceLength = 20

  /// Creates the message that a start is complete, so that feedback for it ends.
  init(removing id: StartupID) { bytes = Array("remove: ID=".utf8) + Self.quoted(id.text) }

  /// The text with a terminating 0, split into messages. The last one is padded with zeros.
  var pieces: [[UInt8]] {
    let length = bytes.count / Self.pieceLength * Self.pieceLength + Self.pieceLength
    let whole = bytes + [UInt8](repeating: 0, count: length - bytes.count)
    return stride(from: 0, to: length, by: Self.pieceLength).map { Array(whole[$0..<$0 + Self.pieceLength]) }
  }

  /// Returns a value in quotation marks, with quotation marks and backslashes escaped. It works on
  /// bytes because a combining accent after a quotation mark forms another character with it.
  private static func quoted(_ value: String) -> [UInt8] {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    return [mark] + value.utf8.flatMap { $0 == mark || $0 == escape ? [escape, $0] : [$0] } + [mark]
  }
}
