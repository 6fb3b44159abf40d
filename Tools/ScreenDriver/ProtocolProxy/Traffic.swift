/// The messages that a client and the server have exchanged.
public struct Traffic: Sendable {
  /// All requests in order.
  public private(set) var requests: [WireRequest] = []
  public private(set) var errors: [WireError] = []
  public private(set) var replyCount = 0
  public private(set) var eventCount = 0
  /// The number of replies to the most recent request of the client, for which it may have waited.
  /// Replies to requests that were sent together count as one.
  public private(set) var roundTrips = 0

  /// The total length of all requests, in bytes.
  public var byteCount: Int { requests.reduce(0) { $0 + $1.byteCount } }

  mutating func record(_ request: WireRequest) { requests.append(request) }

  mutating func record(_ error: WireError) { errors.append(error) }

  mutating func recordEvent() { eventCount += 1 }

  /// - Parameter sequence: The last 16 bits of the request's sequence number.
  mutating func recordReply(to sequence: Int) {
    replyCount += 1
    if requests.count & 0xFFFF == sequence { roundTrips += 1 }
  }

  /// Returns the number of core requests with an opcode.
  public func count(of opcode: Int) -> Int { requests.count { $0.opcode == opcode } }

  /// Returns the traffic since `earlier`.
  public func since(_ earlier: Traffic) -> Traffic {
    var difference = self
    difference.requests.removeFirst(earlier.requests.count)
    difference.errors.removeFirst(earlier.errors.count)
    difference.replyCount -= earlier.replyCount
    difference.eventCount -= earlier.eventCount
    difference.roundTrips -= earlier.roundTrips
    return difference
  }
}
