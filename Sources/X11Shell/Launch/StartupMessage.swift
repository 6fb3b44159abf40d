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
    bytes = Array("remove: ID=".utf8) + Self.quoted(id.text)
  }

  /// The text and its end, a 0; the last piece is filled up with more of them.
  var pieces: [[UInt8]] {
    let length = bytes.count / Self.pieceLength * Self.pieceLength + Self.pieceLength
    let whole = bytes + [UInt8](repeating: 0, count: length - bytes.count)
    return stride(from: 0, to: length, by: Self.pieceLength).map {
      Array(whole[$0..<$0 + Self.pieceLength])
    }
  }

  /// A value between quotation marks, within which only those and backslashes need one before them:
  /// byte by byte, since an accent makes another character of a mark, and the same byte of it.
  private static func quoted(_ value: String) -> [UInt8] {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    return [mark] + value.utf8.flatMap { $0 == mark || $0 == escape ? [escape, $0] : [$0] } + [mark]
  }
}
