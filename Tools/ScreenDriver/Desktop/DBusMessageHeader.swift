/// The type of a D-Bus message.
enum DBusMessageType: UInt8 {
  case call = 1
  case reply = 2
  case signal = 4
}

/// A field in the header of a message ([D-Bus Specification][1]).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-header-fields
enum DBusHeaderField {
  case path(String)
  case interface(String)
  case member(String)
  case replySerial(UInt32)
  case destination(String)
  case signature(String)

  func write(to writer: inout DBusWriter) {
    writer.align(to: 8)
    switch self {
    case .path(let text): write(1, "o", text, to: &writer)
    case .interface(let text): write(2, "s", text, to: &writer)
    case .member(let text): write(3, "s", text, to: &writer)
    case .destination(let text): write(6, "s", text, to: &writer)
    case .replySerial(let number):
      writer.byte(5)
      writer.signature("u")
      writer.word(number)
    case .signature(let text):
      writer.byte(8)
      writer.signature("g")
      writer.signature(text)
    }
  }

  private func write(_ code: UInt8, _ type: String, _ text: String, to writer: inout DBusWriter) {
    writer.byte(code)
    writer.signature(type)
    writer.string(text)
  }
}

/// The fields of a received message's header that the tests need.
struct DBusMessageHeader {
  let serial: UInt32
  /// Whether the message is an error reply.
  let isError: Bool
  /// Whether the message is a method call.
  let isCall: Bool
  private(set) var member = ""
  private(set) var sender = ""
  private(set) var replySerial: UInt32 = 0

  /// Returns the lengths in bytes of the header fields and of the body, which follow the first 16
  /// bytes.
  static func lengths(in start: [UInt8]) -> (fields: Int, body: Int) {
    ((Int(word(at: 12, in: start)) + 7) & ~7, Int(word(at: 4, in: start)))
  }

  /// - Parameters:
  ///   - start: The first 16 bytes of the message.
  ///   - fields: The array of header fields.
  init(start: [UInt8], fields: [UInt8]) {
    serial = Self.word(at: 8, in: start)
    // The message type. `DBusMessageType` contains only the types that are sent.
    isError = start[1] == 3
    isCall = start[1] == DBusMessageType.call.rawValue
    var index = 0
    while index + 8 <= fields.count, fields[index] != 0 {
      let (code, type) = (fields[index], fields[index + 2])
      let number = Self.word(at: index + 4, in: fields)
      switch type {
      case UInt8(ascii: "u"):
        if code == 5 { replySerial = number }
        index += 8
      case UInt8(ascii: "g"): index += 4 + Int(fields[index + 4]) + 2
      default:
        let text = String(decoding: fields[(index + 8)..<(index + 8 + Int(number))], as: UTF8.self)
        if code == 3 { member = text }
        if code == 7 { sender = text }
        index += 8 + Int(number) + 1
      }
      index = (index + 7) & ~7
    }
  }

  /// Reads a number in little-endian order, the byte order of the bus and of this machine.
  private static func word(at index: Int, in bytes: [UInt8]) -> UInt32 {
    bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
