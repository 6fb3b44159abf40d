/// A minimal client of a message bus with its own protocol implementation ([D-Bus
/// Specification][1]).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages
final class DBusTestClient {
  private let socket: DBusSocket
  private var serial: UInt32 = 0

  /// Connects and registers with the bus.
  init(at path: String) throws(ScreenDriverError) {
    socket = try DBusSocket(at: path)
    try callBus("Hello") { _ in }
  }

  /// Calls a method of the bus itself, and waits for the reply.
  @discardableResult func callBus(
    _ member: String, signature: String = "", _ arguments: (inout DBusWriter) -> Void
  ) throws(ScreenDriverError) -> DBusMessageHeader {
    let bus = "org.freedesktop.DBus"
    let fields: [DBusHeaderField] = [
      .path("/org/freedesktop/DBus"), .interface(bus), .member(member), .destination(bus),
    ]
    return try call(fields, signature: signature, arguments)
  }

  /// Calls the method that the fields name, and waits for the reply.
  func call(_ fields: [DBusHeaderField], signature: String, _ arguments: (inout DBusWriter) -> Void)
    throws(ScreenDriverError) -> DBusMessageHeader
  {
    var body = DBusWriter()
    arguments(&body)
    let fields = signature.isEmpty ? fields : fields + [.signature(signature)]
    let serial = try send(.call, fields, body.data)
    let deadline = Deadline(after: .defaultTimeout)
    while true {
      let message = try nextMessage(before: deadline)
      if message.replySerial == serial { return message }
    }
  }

  @discardableResult func send(_ type: DBusMessageType, _ fields: [DBusHeaderField], _ body: [UInt8])
    throws(ScreenDriverError) -> UInt32
  {
    serial += 1
    var message = DBusWriter()
    for byte in [UInt8(ascii: "l"), type.rawValue, 0, 1] { message.byte(byte) }
    message.word(UInt32(body.count))
    message.word(serial)
    message.array(alignedTo: 8) { writer in for field in fields { field.write(to: &writer) } }
    message.align(to: 8)
    message.append(body)
    try socket.send(message.data)
    return serial
  }

  /// Returns the bytes of messages that have arrived.
  func receiveAvailable() -> [UInt8] { socket.receiveAvailable() }

  /// Waits for a message.
  ///
  /// - Parameter serve: Called repeatedly until a message arrives, to run the other client in the same thread.
  func nextMessage(before deadline: Deadline, serving serve: () -> Void = {}) throws(ScreenDriverError)
    -> DBusMessageHeader
  {
    while !deadline.hasPassed, !socket.isReadable { serve() }
    let start = try socket.receive(16, before: deadline)
    let lengths = DBusMessageHeader.lengths(in: start)
    let fields = try socket.receive(lengths.fields, before: deadline)
    _ = try socket.receive(lengths.body, before: deadline)
    return DBusMessageHeader(start: start, fields: fields)
  }
}
