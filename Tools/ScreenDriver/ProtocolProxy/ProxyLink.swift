/// A program's connection to a proxy, and the proxy's corresponding connection to the server.
struct ProxyLink: ~Copyable {
  /// One direction of a link. Each chunk is sent after a delay.
  private struct DelayedChannel {
    var queue: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []

    /// Removes and returns the bytes that are due.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [UInt8] {
      let count = queue.prefix { $0.due <= now }.count
      defer { queue.removeFirst(count) }
      return queue.prefix(count).flatMap(\.bytes)
    }
  }

  let client: Socket
  let server: Socket
  /// The index of the proxy's stream parser for this link.
  let index: Int
  private let delay: Duration
  private var toServer = DelayedChannel()
  private var toClient = DelayedChannel()

  init(_ client: consuming Socket, _ server: consuming Socket, index: Int, delay: Duration) {
    self.client = client
    self.server = server
    self.index = index
    self.delay = delay
  }

  /// The time at which the next bytes are due. `nil` if none are queued.
  var nextDue: ContinuousClock.Instant? {
    [toServer.queue.first?.due, toClient.queue.first?.due].compactMap { $0 }.min()
  }

  mutating func forward(toServer bytes: [UInt8]) { toServer.queue.append((.now + delay, bytes)) }

  mutating func forward(toClient bytes: [UInt8]) { toClient.queue.append((.now + delay, bytes)) }

  /// Sends the bytes that are due.
  ///
  /// - Returns: Whether both ends are still connected.
  mutating func flush() -> Bool {
    let now = ContinuousClock.now
    let isServerConnected = server.send(toServer.takeDue(at: now))
    return client.send(toClient.takeDue(at: now)) && isServerConnected
  }
}
