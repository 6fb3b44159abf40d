/// A client of a message bus that speaks the protocol itself ([D-Bus Specification][1]).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages
final class BusLine {
  private let socket: BusSocket
  private var serial: UInt32 = 0

  /// Connects, and waits until the bus knows the client.
  init(at path: String) throws(ScreenDriverError) {
    socket = try BusSocket(at: path)
    try callBus("Hello") { _ in }
  }

  /// Calls the bus itself, and waits for its answer.
  @discardableResult
  func callBus(
    _ member: String, signature: String = "", _ arguments: (inout BusWriter) -> Void
  ) throws(ScreenDriverError) -> BusHead {
    let bus = "org.freedesktop.DBus"
    let fields: [BusField] = [
      .path("/org/freedesktop/DBus"), .interface(bus), .member(member), .destination(bus),
    ]
    return try call(fields, signature: signature, arguments)
  }

  /// Calls what the fields name, and waits for the answer.
  func call(
    _ fields: [BusField], signature: String, _ arguments: (inout BusWriter) -> Void
  ) throws(ScreenDriverError) -> BusHead {
    var body = BusWriter()
    arguments(&body)
    let fields = signature.isEmpty ? fields : fields + [.signature(signature)]
    let serial = try send(.call, fields, body.data)
    let deadline = Deadline(after: .patience)
    while true {
      let message = try nextMessage(before: deadline)
      if message.replySerial == serial { return message }
    }
  }

  @discardableResult
  func send(
    _ type: BusMessageType, _ fields: [BusField], _ body: [UInt8]
  ) throws(ScreenDriverError) -> UInt32 {
    serial += 1
    var message = BusWriter()
    for byte in [UInt8(ascii: "l"), type.rawValue, 0, 1] { message.byte(byte) }
    message.word(UInt32(body.count))
    message.word(serial)
    message.array(alignedTo: 8) { writer in
      for field in fields { field.write(to: &writer) }
    }
    message.align(to: 8)
    message.append(body)
    try socket.send(message.data)
    return serial
  }

  func nextMessage(before deadline: Deadline) throws(ScreenDriverError) -> BusHead {
    let start = try socket.receive(16, before: deadline)
    let lengths = BusHead.lengths(in: start)
    let fields = try socket.receive(lengths.fields, before: deadline)
    _ = try socket.receive(lengths.body, before: deadline)
    return BusHead(start: start, fields: fields)
  }
}
