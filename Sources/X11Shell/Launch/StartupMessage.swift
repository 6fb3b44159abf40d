/// What is told to all who listen on the root window about a program's start, in the pieces of 20
/// bytes in which client messages carry it ([Startup Notification][1]).
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
struct StartupMessage {
  /// The text in UTF-8.
  let bytes: [UInt8]

  /// How much a client message carries.
  static let pieceLength = 20

  /// Says that a start is over, so that nobody need show it any more.
  init(removing id: StartupID) {
    bytes = Array("remove: ID=\(Self.quoted(id.text))".utf8)
  }

  /// The text and its end, a 0; the last piece is filled up with more of them.
  var pieces: [[UInt8]] {
    let length = bytes.count / Self.pieceLength * Self.pieceLength + Self.pieceLength
    let whole = bytes + [UInt8](repeating: 0, count: length - bytes.count)
    return stride(from: 0, to: length, by: Self.pieceLength).map {
      Array(whole[$0..<$0 + Self.pieceLength])
    }
  }

  /// A value between quotation marks, within which only those and backslashes need one before them.
  private static func quoted(_ value: String) -> String {
    let inner = value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"\(inner.joined())\""
  }
}
