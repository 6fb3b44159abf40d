import Glibc

/// A monitor of an isolated bus, which records the bytes of all messages.
public final class BusRecorder {
  /// A message between other clients.
  public struct Message {
    public let sender: String
    public let isCall: Bool
    fileprivate let bytes: ArraySlice<UInt8>

    public func contains(_ text: String) -> Bool { bytes.contains(Array(text.utf8)) }
  }

  private let client: DBusTestClient
  private var bytes: [UInt8] = []

  /// Starts to record.
  ///
  /// - Throws: The errors of the bus.
  public init(of bus: borrowing IsolatedSessionBus) throws(ScreenDriverError) {
    client = try DBusTestClient(at: bus.path)
    let fields: [DBusHeaderField] = [
      .path("/org/freedesktop/DBus"), .interface("org.freedesktop.DBus.Monitoring"), .member("BecomeMonitor"),
      .destination("org.freedesktop.DBus"),
    ]
    _ = try client.call(fields, signature: "asu") {
      $0.array(alignedTo: 4) { _ in }
      $0.word(0)
    }
  }

  /// The complete messages until now.
  public var messages: [Message] {
    bytes += client.receiveAvailable()
    var (messages, index): ([Message], Int) = ([], 0)
    while index + 16 <= bytes.count {
      let start = Array(bytes[index..<index + 16])
      let lengths = DBusMessageHeader.lengths(in: start)
      let (body, end) = (index + 16 + lengths.fields, index + 16 + lengths.fields + lengths.body)
      guard end <= bytes.count else { break }
      let header = DBusMessageHeader(start: start, fields: Array(bytes[index + 16..<body]))
      messages.append(Message(sender: header.sender, isCall: header.isCall, bytes: bytes[index..<end]))
      index = end
    }
    return messages
  }

  /// Returns the parts of a secret that occur in the bytes until now.
  public func parts(of secret: SecretPatterns) -> [SecretPatterns.Pattern] {
    bytes += client.receiveAvailable()
    return secret.patterns.filter { bytes[...].contains($0.bytes) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      var start = 0
      while start + other.count <= bytes.count {
        let candidates = bytes.count - other.count - start + 1
        guard let found = memchr(base + start, Int32(first), candidates) else { return false }
        if memcmp(found, other, other.count) == 0 { return true }
        start = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }
}
