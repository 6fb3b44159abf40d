import Glibc

/// An authenticated stream socket to a message bus ([D-Bus Specification][1]).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#auth-protocol
struct DBusSocket: ~Copyable {
  private let descriptor: Int32

  /// - Throws: `timedOut` if the bus does not authenticate the client; `file` if there is no bus.
  init(at path: String) throws(ScreenDriverError) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0, Self.connect(descriptor, to: path) else {
      throw .file(path: path, reason: lastErrorMessage())
    }
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    try send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    while try receive(1, before: Deadline(after: .defaultTimeout)) != [UInt8(ascii: "\n")] {}
    try send(Array("BEGIN\r\n".utf8))
  }

  /// Returns whether a bus at a path accepts connections.
  static func isOpen(at path: String) -> Bool {
    do {
      _ = try DBusSocket(at: path)
      return true
    } catch { return false }
  }

  deinit { close(descriptor) }

  private static func connect(_ descriptor: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  func send(_ bytes: [UInt8]) throws(ScreenDriverError) {
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw .systemCall("write to the bus socket", reason: lastErrorMessage())
    }
  }

  /// Whether there are bytes to receive. Waits for them for a millisecond.
  var isReadable: Bool { Deadline(after: .milliseconds(1)).waitToRead(descriptor) }

  /// Receives the bytes that have arrived.
  func receiveAvailable() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let read = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      guard read > 0 else { return bytes }
      bytes += chunk[..<read]
    }
  }

  /// Receives exactly `count` bytes.
  func receive(_ count: Int, before deadline: Deadline) throws(ScreenDriverError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard deadline.waitToRead(descriptor) else { throw .timedOut(waitingFor: "a message") }
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      let read = recv(descriptor, &chunk, chunk.count, 0)
      guard read > 0 else {
        let reason = read == 0 ? "the bus has closed the connection" : lastErrorMessage()
        throw .systemCall("read from the bus socket", reason: reason)
      }
      bytes += chunk[..<read]
    }
    return bytes
  }
}
