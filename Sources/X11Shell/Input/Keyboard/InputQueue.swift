/// A first-in, first-out queue that leaves nothing of removed elements in memory, since they may be
/// keys that have typed a password.
struct InputQueue<Element: Wipeable> {
  private(set) var elements: [Element] = []
  /// The initial capacity: more keys than wait for a responsive server.
  private static var defaultCapacity: Int { 16 }

  var count: Int { elements.count }

  var first: Element? { elements.first }

  /// - Complexity: O(1) on average.
  mutating func append(_ element: Element) {
    if elements.count == elements.capacity { grow() }
    elements.append(element)
  }

  /// Moves the elements to a larger array. An array that grows by itself leaves them in the old
  /// memory.
  private mutating func grow() {
    var larger: [Element] = []
    larger.reserveCapacity(max(Self.defaultCapacity, 2 * elements.count))
    larger += elements
    Self.wipe(&elements)
    elements = larger
  }

  /// - Complexity: O(*n*).
  mutating func takeFirst() -> Element? {
    guard let first else { return nil }
    for index in 1..<elements.count { elements[index - 1] = elements[index] }
    elements[elements.count - 1] = .none
    elements.removeLast()
    return first
  }

  func contains(where predicate: (Element) -> Bool) -> Bool { elements.contains(where: predicate) }

  private static func wipe(_ elements: inout [Element]) {
    for index in elements.indices { elements[index] = .none }
  }
}

/// A type with a neutral value that overwrites other values, so that nothing of them stays in
/// memory.
protocol Wipeable {
  /// The neutral value, which has the same size as the values that it overwrites.
  static var none: Self { get }
}
