/// A program's connection to a proxy, and the proxy's own to the server for it.
struct ProxyLink: ~Copyable {
  /// A way that bytes take, each chunk not before its time.
  private struct Way {
    var waiting: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []

    /// Takes out what is due.
    mutating func due(at now: ContinuousClock.Instant) -> [UInt8] {
      let count = waiting.prefix { $0.due <= now }.count
      defer { waiting.removeFirst(count) }
      return waiting.prefix(count).flatMap(\.bytes)
    }
  }

  let client: Socket
  let server: Socket
  /// Which of the proxy's conversations this is.
  let index: Int
  private let delay: Duration
  private var toServer = Way()
  private var toClient = Way()

  init(_ client: consuming Socket, _ server: consuming Socket, index: Int, delay: Duration) {
    self.client = client
    self.server = server
    self.index = index
    self.delay = delay
  }

  /// When the next bytes are due; `nil` where none wait.
  var nextDue: ContinuousClock.Instant? {
    [toServer.waiting.first?.due, toClient.waiting.first?.due].compactMap { $0 }.min()
  }

  mutating func passOn(toServer bytes: [UInt8]) {
    toServer.waiting.append((.now + delay, bytes))
  }

  mutating func passOn(toClient bytes: [UInt8]) {
    toClient.waiting.append((.now + delay, bytes))
  }

  /// Sends what is due.
  ///
  /// - Returns: Whether both ends still listen.
  mutating func flush() -> Bool {
    let now = ContinuousClock.now
    let isServerThere = server.send(toServer.due(at: now))
    return client.send(toClient.due(at: now)) && isServerThere
  }
}
