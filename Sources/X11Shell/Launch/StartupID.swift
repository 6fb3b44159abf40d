/// The id by which a launcher identifies a program start ([Startup Notification][1]).
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
struct StartupID: Hashable, Sendable {
  /// The id, not empty.
  let text: String

  /// The maximum length in bytes, far above the length that launchers use.
  private static let maximumLength = 1024

  /// Validates an id from the environment.
  ///
  /// - Parameter text: The untrusted text.
  /// - Returns: `nil` if the text is empty, too long or contains control or replacement characters.
  init?(_ text: String) {
    let isText = text.unicodeScalars.allSatisfy {
      // Invalid UTF-8 was decoded as replacement characters.
      $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD
    }
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength, isText else { return nil }
    self.text = text
  }

  /// The time at which the user requested the start, from the digits after the last `_TIME`, or
  /// `nil` if there are none. 0 is no time: the protocol uses it for `CurrentTime`.
  var userTime: ServerTime? {
    let marker = "_TIME"
    let indices = text.indices.filter { text[$0...].hasPrefix(marker) }
    guard let last = indices.last else { return nil }
    let digits = text[last...].dropFirst(marker.count)
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let time = UInt32(digits), time > 0
    else { return nil }
    return ServerTime(milliseconds: time)
  }
}
