/// Takes the two streams between a client and the server apart, and may blot out extensions from
/// the server's answers.
///
/// It knows as much of the protocol as it takes to tell where messages end (X11 protocol, sections 1
/// and 8; BIG-REQUESTS), for clients of this machine's byte order.
struct Conversation {
  /// All up to now.
  private(set) var traffic = Traffic()
  /// All up to the request for the first window to be shown, that one too.
  private(set) var trafficBeforeMap: Traffic?
  /// From the beginning until then.
  private(set) var timeBeforeMap: Duration?

  private let began = ContinuousClock.now
  private let hidden: ProtocolProxy.HiddenExtensions
  private var isClientSetUp = false
  private var isServerSetUp = false
  private var fromClient = StreamBuffer()
  private var fromServer = StreamBuffer()
  /// Names asked for by `QueryExtension`, by the last 16 bits of that request's number.
  private var questions: [Int: String] = [:]
  /// Names of extensions by the opcode of their requests.
  private var extensionNames: [Int: String] = [:]

  init(hiding hidden: ProtocolProxy.HiddenExtensions) {
    self.hidden = hidden
  }

  /// Takes in what the client sent, which goes on unchanged.
  mutating func hear(client chunk: ArraySlice<UInt8>) {
    fromClient.append(chunk)
    while let message = takeClientMessage() {
      if isClientSetUp { note(request: message) } else { isClientSetUp = true }
    }
  }

  /// Takes in what the server sent.
  ///
  /// - Returns: What goes on to the client: all whole messages that have come.
  mutating func hear(server chunk: ArraySlice<UInt8>) -> [UInt8] {
    fromServer.append(chunk)
    var passedOn: [UInt8] = []
    while let message = takeServerMessage() {
      var message = Array(message)
      if isServerSetUp { note(answer: &message) } else { isServerSetUp = true }
      passedOn += message
    }
    return passedOn
  }

  private mutating func takeClientMessage() -> ArraySlice<UInt8>? {
    guard isClientSetUp else {
      guard let name = fromClient.short(6), let data = fromClient.short(8) else { return nil }
      return fromClient.take(12 + padded(name) + padded(data))
    }
    guard let words = fromClient.short(2) else { return nil }
    if words > 0 { return fromClient.take(4 * words) }
    guard let words = fromClient.word(4) else { return nil }
    return fromClient.take(4 * words)
  }

  private mutating func takeServerMessage() -> ArraySlice<UInt8>? {
    guard isServerSetUp else { return fromServer.short(6).flatMap { fromServer.take(8 + 4 * $0) } }
    guard let type = fromServer.byte(0), let words = fromServer.word(4) else { return nil }
    // A reply, or an event of the Generic Event Extension; all others have no more than 32 bytes.
    let hasMore = type == 1 || type & 0x7F == 35
    return fromServer.take(32 + (hasMore ? 4 * words : 0))
  }

  private func padded(_ length: Int) -> Int { (length + 3) & ~3 }
}

extension Conversation {
  private mutating func note(request message: ArraySlice<UInt8>) {
    let start = message.startIndex
    let opcode = Int(message[start])
    let sequence = traffic.requests.count + 1
    traffic.note(
      WireRequest(
        opcode: opcode, detail: Int(message[start + 1]), extensionName: extensionNames[opcode],
        sequence: sequence, bytes: message.count))
    if opcode == WireRequest.Core.queryExtension {
      let length = Int(message[start + 4]) | Int(message[start + 5]) << 8
      let name = message.dropFirst(8).prefix(length)
      questions[sequence & 0xFFFF] = String(decoding: name, as: UTF8.self)
    } else if opcode == WireRequest.Core.mapWindow, trafficBeforeMap == nil {
      (trafficBeforeMap, timeBeforeMap) = (traffic, began.duration(to: .now))
    }
  }

  private mutating func note(answer message: inout [UInt8]) {
    let sequence = Int(message[2]) | Int(message[3]) << 8
    switch message[0] {
    case 0:
      traffic.note(
        WireError(
          code: Int(message[1]), opcode: Int(message[10]),
          detail: Int(message[8]) | Int(message[9]) << 8, sequence: sequence))
    case 1:
      traffic.noteReply(to: sequence)
      if let name = questions.removeValue(forKey: sequence) { note(&message, about: name) }
    default:
      traffic.noteEvent()
    }
  }

  /// Learns an extension's opcode, or has it be absent.
  private mutating func note(_ reply: inout [UInt8], about name: String) {
    if hidden.contains(name) {
      reply.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    } else if reply[8] != 0 {
      extensionNames[Int(reply[9])] = name
    }
  }
}
