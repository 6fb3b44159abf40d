/// What one client and the server said to each other.
public struct Traffic: Sendable {
  /// All requests in their order.
  public private(set) var requests: [WireRequest] = []
  public private(set) var errors: [WireError] = []
  public private(set) var replies = 0
  public private(set) var events = 0
  /// How often the server's reply was to the client's last request so far: the client may have
  /// been waiting for it. Replies to requests sent together count as one.
  public private(set) var roundTrips = 0

  /// The length of all requests.
  public var bytesSent: Int { requests.reduce(0) { $0 + $1.bytes } }

  mutating func note(_ request: WireRequest) { requests.append(request) }

  mutating func note(_ error: WireError) { errors.append(error) }

  mutating func noteEvent() { events += 1 }

  /// - Parameter sequence: The last 16 bits of the answered request's.
  mutating func noteReply(to sequence: Int) {
    replies += 1
    if requests.count & 0xFFFF == sequence { roundTrips += 1 }
  }

  /// How often a core request was made.
  public func count(of opcode: Int) -> Int { requests.count { $0.opcode == opcode } }

  /// What was said since an earlier moment.
  public func since(_ earlier: Traffic) -> Traffic {
    var difference = self
    difference.requests.removeFirst(earlier.requests.count)
    difference.errors.removeFirst(earlier.errors.count)
    difference.replies -= earlier.replies
    difference.events -= earlier.events
    difference.roundTrips -= earlier.roundTrips
    return difference
  }
}
