import CX11
import Motion
import Scene

/// All data that goes between this program and others.
struct DataExchange: ~Copyable {
  var owner: SelectionOwner
  var requestor: SelectionRequestor

  init(on connection: Connection) {
    owner = SelectionOwner(on: connection)
    requestor = SelectionRequestor(on: connection)
  }

  /// When there is something to do though no event comes; `nil` at rest.
  var deadline: Instant? { .earliest(owner.deadline, requestor.deadline) }

  /// Asks for what a selection holds, in the first of the types that its owner has.
  ///
  /// What this program offers itself is taken without the server, and told in a later turn all the
  /// same; whatever its size, unless it is taken as a secret.
  ///
  /// - Parameters:
  ///   - offered: The targets that there are, where the owner need not be asked for them.
  ///   - room: For what comes; the limit is for what is another program's, and for all that is taken
  ///     as a secret, of whose memory there is little.
  ///   - time: Of the event that led to it.
  mutating func request(
    _ selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    room: DataRoom = IncomingSelection.usualRoom, since time: ServerTime, at now: Instant
  ) {
    if let content = owner.content(of: selection) {
      let limit = if case .secret = source { room.limit } else { Int.max }
      let result = ReceivedData.result(
        of: content, types: types, in: DataRoom(limit: limit, in: room.memory))
      requestor.deliver(ReceivedData(from: source, result))
    } else {
      requestor.request(
        selection, for: source, types: types, offered: offered, room: room, since: time,
        at: now)
    }
  }

  /// Takes in an event if it is about data that is offered or asked for.
  ///
  /// - Returns: Whether it was.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    requestor.handle(event, at: now) || owner.handle(event, at: now)
  }

  /// Does what was due until then.
  mutating func advance(to now: Instant) {
    owner.advance(to: now)
    requestor.advance(to: now)
  }
}

extension ReceivedData {
  /// What comes of asking for an offer in the first of the types that it has.
  static func result(
    of offered: SelectionContent, types: [DataType], in room: DataRoom
  ) -> Result<Content, Failure> {
    for type in types {
      if type == .text, let secret = offered.secret {
        return secret.withUTF8 { copy(of: $0, type, in: room) }
      }
      guard let form = offered.offer.forms.first(where: { $0.type == type }) else { continue }
      return copy(of: form.bytes().span, type, in: room)
    }
    return .failure(.nothingThere)
  }

  private static func copy(
    of bytes: Span<UInt8>, _ type: DataType, in room: DataRoom
  ) -> Result<Content, Failure> {
    guard bytes.count <= room.limit else { return .failure(.tooLarge(limit: room.limit)) }
    return .success(
      Content(type: type, bytes: ReceivedBytes(copying: bytes, into: room.memory)))
  }
}
