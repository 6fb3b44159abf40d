/// Splits the two streams between a client and the server into messages, and can hide extensions in
/// the server's replies.
///
/// It implements only the part of the protocol that determines the length of messages (X11
/// protocol, sections 1 and 8; BIG-REQUESTS), for clients of this machine's byte order.
struct X11StreamParser {
  /// The complete traffic so far.
  private(set) var traffic = Traffic()
  /// The traffic up to and including the request that maps the first window.
  private(set) var trafficBeforeMap: Traffic?

  private let hidden: ProtocolProxy.HiddenExtensions
  private let replyLimit: Int?
  private var isClientSetUp = false
  private var isServerSetUp = false
  private var fromClient = StreamBuffer()
  private var fromServer = StreamBuffer()
  /// The names in pending `QueryExtension` requests, by the last 16 bits of the sequence number.
  private var queries: [Int: String] = [:]
  /// The names of extensions by the major opcode of their requests.
  private var extensionNames: [Int: String] = [:]

  init(_ options: ProtocolProxy.Options) { (hidden, replyLimit) = (options.hidden, options.replyLimit) }

  /// Whether the server has sent as many replies as the options permit.
  var isComplete: Bool { isServerSetUp && traffic.replyCount == replyLimit }

  /// Parses bytes from the client, which are forwarded unchanged.
  mutating func receive(fromClient chunk: ArraySlice<UInt8>) {
    fromClient.append(chunk)
    while let message = takeClientMessage() {
      if isClientSetUp { handle(request: message) } else { isClientSetUp = true }
    }
  }

  /// Parses bytes from the server.
  ///
  /// - Returns: The bytes to forward to the client: all complete messages, up to the limit.
  mutating func receive(fromServer chunk: ArraySlice<UInt8>) -> [UInt8] {
    fromServer.append(chunk)
    var forwarded: [UInt8] = []
    while !isComplete, let message = takeServerMessage() {
      var message = Array(message)
      if isServerSetUp { handle(reply: &message) } else { isServerSetUp = true }
      forwarded += message
    }
    return forwarded
  }

  private mutating func takeClientMessage() -> ArraySlice<UInt8>? {
    guard isClientSetUp else {
      guard let name = fromClient.short(6), let data = fromClient.short(8) else { return nil }
      return fromClient.take(12 + padded(name) + padded(data))
    }
    guard let length = fromClient.short(2) else { return nil }
    if length > 0 { return fromClient.take(4 * length) }
    guard let length = fromClient.word(4) else { return nil }
    return fromClient.take(4 * length)
  }

  private mutating func takeServerMessage() -> ArraySlice<UInt8>? {
    guard isServerSetUp else { return fromServer.short(6).flatMap { fromServer.take(8 + 4 * $0) } }
    guard let type = fromServer.byte(0), let length = fromServer.word(4) else { return nil }
    // A reply or an event of the Generic Event Extension. All others have 32 bytes.
    let hasMore = type == 1 || type & 0x7F == 35
    return fromServer.take(32 + (hasMore ? 4 * length : 0))
  }

  private func padded(_ length: Int) -> Int { (length + 3) & ~3 }
}

extension X11StreamParser {
  private mutating func handle(request message: ArraySlice<UInt8>) {
    let start = message.startIndex
    let opcode = Int(message[start])
    let sequence = traffic.requests.count + 1
    traffic.record(
      WireRequest(
        opcode: opcode, detail: Int(message[start + 1]), extensionName: extensionNames[opcode],
        sequence: sequence, byteCount: message.count))
    if opcode == WireRequest.Core.queryExtension {
      let length = Int(message[start + 4]) | Int(message[start + 5]) << 8
      let name = message.dropFirst(8).prefix(length)
      queries[sequence & 0xFFFF] = String(decoding: name, as: UTF8.self)
    } else if opcode == WireRequest.Core.mapWindow, trafficBeforeMap == nil {
      trafficBeforeMap = traffic
    }
  }

  private mutating func handle(reply message: inout [UInt8]) {
    let sequence = Int(message[2]) | Int(message[3]) << 8
    switch message[0] {
    case 0:
      traffic.record(
        WireError(
          code: Int(message[1]), opcode: Int(message[10]), detail: Int(message[8]) | Int(message[9]) << 8,
          sequence: sequence))
    case 1:
      traffic.recordReply(to: sequence)
      if let name = queries.removeValue(forKey: sequence) { handle(&message, about: name) }
    default: traffic.recordEvent()
    }
  }

  /// Records the opcode of an extension, or marks a hidden one as absent.
  private mutating func handle(_ reply: inout [UInt8], about name: String) {
    if hidden.contains(name) {
      reply.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    } else if reply[8] != 0 {
      extensionNames[Int(reply[9])] = name
    }
  }
}
