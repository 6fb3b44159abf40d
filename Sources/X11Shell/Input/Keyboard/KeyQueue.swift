/// Keys in the order in which they came, of which nothing stays in memory once they were taken,
/// since they may have typed a password.
struct KeyQueue {
  private(set) var keys: [WaitingKeys.Key] = []
  /// What there is room for at first: more keys than wait for a server that answers.
  private static let usualCapacity = 16

  var count: Int { keys.count }

  var first: WaitingKeys.Key? { keys.first }

  /// - Complexity: O(1) on average.
  mutating func append(_ key: WaitingKeys.Key) {
    if keys.count == keys.capacity { grow() }
    keys.append(key)
  }

  /// An array that makes room by itself leaves what it held where that was.
  private mutating func grow() {
    var larger: [WaitingKeys.Key] = []
    larger.reserveCapacity(max(Self.usualCapacity, 2 * keys.count))
    larger += keys
    Self.wipe(&keys)
    keys = larger
  }

  /// - Complexity: O(*n*).
  mutating func takeFirst() -> WaitingKeys.Key? {
    guard let first else { return nil }
    for index in 1..<keys.count { keys[index - 1] = keys[index] }
    keys[keys.count - 1] = .none
    keys.removeLast()
    return first
  }

  func contains(where isMeant: (WaitingKeys.Key) -> Bool) -> Bool { keys.contains(where: isMeant) }

  private static func wipe(_ keys: inout [WaitingKeys.Key]) {
    for index in keys.indices { keys[index] = .none }
  }
}
