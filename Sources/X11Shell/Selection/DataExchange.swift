import CX11
import Motion
import Scene

/// The data transfers between this program and other clients, in both directions.
struct DataExchange: ~Copyable {
  var owner: SelectionOwner
  var requestor: SelectionRequestor

  init(on connection: Connection) {
    owner = SelectionOwner(on: connection)
    requestor = SelectionRequestor(on: connection)
  }

  /// The time of the next action that no event triggers. `nil` if none is pending.
  var deadline: Instant? { .earliest(owner.deadline, requestor.deadline) }

  /// Requests the content of a selection in the first of `types` that its owner offers.
  ///
  /// Data of this program is read without the server and delivered in a later iteration. Its size
  /// is unlimited, except when it is read as a secret.
  ///
  /// - Parameters:
  ///   - offered: The available targets if they are known. If `nil`, the owner is asked for them.
  ///   - options: The allocator and the limit for the received data. The limit applies to data of
  ///     other clients, and to secrets because memory for them is scarce.
  ///   - time: The time of the event that caused the request.
  mutating func request(
    _ selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    options: ReceiveConfiguration = IncomingSelection.defaultOptions, since time: ServerTime, at now: Instant
  ) {
    if let content = owner.content(of: selection) {
      let limit = if case .secret = source { options.limit } else { Int.max }
      let result = ReceivedData.result(
        of: content, types: types, in: ReceiveConfiguration(limit: limit, in: options.allocator))
      requestor.deliver(ReceivedData(from: source, result))
    } else {
      requestor.request(
        selection, for: source, types: types, offered: offered, options: options, since: time, at: now)
    }
  }

  /// Handles an event if it concerns offered or requested data.
  ///
  /// - Returns: Whether the event was handled.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    requestor.handle(event, at: now) || owner.handle(event, at: now)
  }

  /// Performs the actions that were due until `now`.
  mutating func advance(to now: Instant) {
    owner.advance(to: now)
    requestor.advance(to: now)
  }
}

extension ReceivedData {
  /// Returns the content of an offer in the first of `types` that it provides.
  static func result(of offered: SelectionContent, types: [DataType], in options: ReceiveConfiguration)
    -> Result<Content, Failure>
  {
    for type in types {
      if type == .text, let secret = offered.secret {
        return secret.withUTF8 { copy(of: $0, type, in: options) }
      }
      guard let form = offered.offer.representations.first(where: { $0.type == type }) else { continue }
      return copy(of: form.bytes().span, type, in: options)
    }
    return .failure(.noData)
  }

  private static func copy(of bytes: Span<UInt8>, _ type: DataType, in options: ReceiveConfiguration)
    -> Result<Content, Failure>
  {
    guard bytes.count <= options.limit else { return .failure(.tooLarge(limit: options.limit)) }
    return .success(Content(type: type, bytes: ReceivedBytes(copying: bytes, into: options.allocator)))
  }
}
