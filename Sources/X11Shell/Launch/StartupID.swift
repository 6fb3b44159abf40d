/// By what a launcher knows one start of a program again ([Startup Notification][1]).
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
struct StartupID: Hashable, Sendable {
  /// Not empty.
  let text: String

  /// Many times what launchers make up.
  private static let longest = 1024

  /// Reads what a launcher has left in the environment.
  ///
  /// - Parameter text: Of any origin.
  /// - Returns: `nil` where it is no id: empty, endless, or with characters that no text has.
  init?(_ text: String) {
    let isText = text.unicodeScalars.allSatisfy {
      // What was no UTF-8 has become a replacement character.
      $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD
    }
    guard !text.isEmpty, text.utf8.count <= Self.longest, isText else { return nil }
    self.text = text
  }

  /// When the person asked for the start, as the digits after the last `_TIME` have it; `nil` where
  /// there are none. 0 is no time, but means `CurrentTime` to the protocol.
  var userTime: ServerTime? {
    let mark = "_TIME"
    let places = text.indices.filter { text[$0...].hasPrefix(mark) }
    guard let last = places.last else { return nil }
    let digits = text[last...].dropFirst(mark.count)
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let time = UInt32(digits), time > 0
    else { return nil }
    return ServerTime(milliseconds: time)
  }
}
