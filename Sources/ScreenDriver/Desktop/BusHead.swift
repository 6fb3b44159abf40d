/// What a message of D-Bus is.
enum BusMessageType: UInt8 {
  case call = 1
  case reply = 2
  case signal = 4
}

/// A field in the head of a message ([D-Bus Specification][1]).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-header-fields
enum BusField {
  case path(String)
  case interface(String)
  case member(String)
  case replySerial(UInt32)
  case destination(String)
  case signature(String)

  func write(to writer: inout BusWriter) {
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

  private func write(_ code: UInt8, _ type: String, _ text: String, to writer: inout BusWriter) {
    writer.byte(code)
    writer.signature(type)
    writer.string(text)
  }
}

/// What is of use in the head of a message that has come from the bus.
struct BusHead {
  let serial: UInt32
  /// Whether it answers a call that has failed.
  let isError: Bool
  /// Whether it asks for an answer.
  let isCall: Bool
  private(set) var member = ""
  private(set) var sender = ""
  private(set) var replySerial: UInt32 = 0

  /// How many bytes follow the first 16: of the fields, and of the body.
  static func lengths(in start: [UInt8]) -> (fields: Int, body: Int) {
    ((Int(word(at: 12, in: start)) + 7) & ~7, Int(word(at: 4, in: start)))
  }

  /// - Parameters:
  ///   - start: The first 16 bytes.
  ///   - fields: The array of fields that follows.
  init(start: [UInt8], fields: [UInt8]) {
    serial = Self.word(at: 8, in: start)
    // Its type, which `BusMessageType` has for what is sent.
    isError = start[1] == 3
    isCall = start[1] == BusMessageType.call.rawValue
    var index = 0
    while index + 8 <= fields.count, fields[index] != 0 {
      let (code, type) = (fields[index], fields[index + 2])
      let number = Self.word(at: index + 4, in: fields)
      switch type {
      case UInt8(ascii: "u"):
        if code == 5 { replySerial = number }
        index += 8
      case UInt8(ascii: "g"):
        index += 4 + Int(fields[index + 4]) + 2
      default:
        let text = String(
          decoding: fields[(index + 8)..<(index + 8 + Int(number))], as: UTF8.self)
        if code == 3 { member = text }
        if code == 7 { sender = text }
        index += 8 + Int(number) + 1
      }
      index = (index + 7) & ~7
    }
  }

  /// The bus speaks as this machine does.
  private static func word(at index: Int, in bytes: [UInt8]) -> UInt32 {
    bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
