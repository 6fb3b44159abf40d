import CX11
import Glibc
import Motion
import System
import X11

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

  /// Returns the id in the environment of this process, and removes it, so that no child process inherits
  /// it. Returns `nil` if no launcher waits for a window.
  ///
  /// Call it before any thread starts: the environment has no lock.
  static func takeFromEnvironment() -> StartupID? {
    defer { unsetenv("DESKTOP_STARTUP_ID") }
    return environmentVariable("DESKTOP_STARTUP_ID").flatMap { StartupID($0) }
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

/// A startup message, broadcast to the clients that observe the root window in client messages of
/// 20 bytes each ([Startup Notification][1]).
///
/// [1]: https://specifications.freedesktop.org/startup-notification-spec/latest/
struct StartupMessage {
  /// The text in UTF-8.
  let bytes: [UInt8]

  /// The number of bytes in a client message.
  static let chunkLength = 20

  /// Creates the message that a start is complete, so that feedback for it ends.
  init(removing id: StartupID) { bytes = Array("remove: ID=".utf8) + Self.quoted(id.text) }

  /// Creates the message that a program is being started, so that the desktop shows feedback.
  init(starting id: StartupID, program: String, screen: Int32) {
    let name = Self.quoted(String(program.split(separator: "/").last ?? "program"))
    bytes =
      Array("new: ID=".utf8) + Self.quoted(id.text) + Array(" NAME=".utf8) + name + Array(" BIN=".utf8)
      + Self.quoted(program) + Array(" SCREEN=\(screen)".utf8)
  }

  /// The text with a terminating 0, split into messages. The last one is padded with zeros.
  var chunks: [[UInt8]] {
    let length = bytes.count / Self.chunkLength * Self.chunkLength + Self.chunkLength
    let whole = bytes + [UInt8](repeating: 0, count: length - bytes.count)
    return stride(from: 0, to: length, by: Self.chunkLength).map { Array(whole[$0..<$0 + Self.chunkLength]) }
  }

  /// Returns a value in quotation marks, with quotation marks and backslashes escaped. It works on
  /// bytes because a combining accent after a quotation mark forms another character with it.
  private static func quoted(_ value: String) -> [UInt8] {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    return [mark] + value.utf8.flatMap { $0 == mark || $0 == escape ? [escape, $0] : [$0] } + [mark]
  }
}

/// The time of the last key or button press in the window, published for the window manager (EWMH
/// `_NET_WM_USER_TIME`). Windows that were requested before it must not take the focus.
///
/// It is set on the window itself and not on a separate one (`_NET_WM_USER_TIME_WINDOW`), which
/// openbox and i3 do not support. One property change for each press, with its frame, does not
/// wake idle clients. Pointer motion is not published.
struct UserTime {
  /// The newest press that was not published yet.
  private var pendingTime: ServerTime?
  /// The last published press.
  private var publishedTime: ServerTime?

  /// Records a press.
  ///
  /// The first press is accepted with any time. A launcher's startup time may be of another clock,
  /// and would suppress all presses until that time.
  mutating func record(_ time: ServerTime) {
    // 0 is `CurrentTime`. As a property value it requests no focus.
    guard time.milliseconds != 0 else { return }
    if let newest = pendingTime ?? publishedTime, !newest.isBefore(time) { return }
    pendingTime = time
  }

  /// Returns the time to publish, or `nil` if there is no new press.
  mutating func take() -> ServerTime? {
    guard let time = pendingTime else { return nil }
    (publishedTime, pendingTime) = (time, nil)
    return time
  }
}

extension Window {
  /// Sets the startup id and the user time before the window is mapped. The window manager can then
  /// give it the focus and show it on the workspace of the start.
  ///
  /// One round trip if a launcher waits, otherwise none.
  func introduce(_ id: StartupID) {
    // Not all atoms are needed before the window is shown.
    let atoms = connection.atoms.named(["_NET_STARTUP_ID", "_NET_WM_USER_TIME"])
    PropertyValue.bytes(Array(id.text.utf8), type: connection.atoms[.utf8String]).write(
      to: atoms[0], of: self.id, on: connection)
    guard let time = id.userTime else { return }
    PropertyValue.words([UInt(time.milliseconds)], type: XA_CARDINAL).write(
      to: atoms[1], of: self.id, on: connection)
  }
}

extension Application {
  /// Announces the start of a program, for which the desktop shows feedback until the first window appears.
  ///
  /// - Returns: The value of the environment variable `DESKTOP_STARTUP_ID` for the program, or `nil` if no window of this
  ///   application is open.
  public func announceLaunch(of program: String) -> String? {
    let time = inputTimes.lastAction.map { "_TIME\($0.milliseconds)" } ?? ""
    let text = "tactile-\(getpid())-\(now.nanoseconds)\(time)"
    guard let window = windows.first, let id = StartupID(text) else { return nil }
    connection.broadcast(
      StartupMessage(starting: id, program: program, screen: connection.screen), from: window.id)
    return id.text
  }

  /// Announces that a program has ended, whether or not it has shown a window.
  public func announceEnd(ofLaunch id: String) {
    guard let window = windows.first, let id = StartupID(id) else { return }
    connection.broadcast(StartupMessage(removing: id), from: window.id)
  }
}

extension Connection {
  func broadcast(_ message: StartupMessage, from window: WindowID) {
    let types = atoms.named(["_NET_STARTUP_INFO_BEGIN", "_NET_STARTUP_INFO"])
    for (index, chunk) in message.chunks.enumerated() {
      // Receivers use the window to reassemble the chunks of one message.
      let event = XEvent(message: types[min(index, 1)], about: window, bytes: chunk)
      send(event, to: root, mask: PropertyChangeMask)
    }
  }
}
