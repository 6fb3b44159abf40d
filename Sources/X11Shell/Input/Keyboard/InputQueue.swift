/// Elements in the order in which they came, of which nothing stays in memory once they were taken,
/// since they may be keys that have typed a password.
struct InputQueue<Element: Forgettable> {
  private(set) var elements: [Element] = []
  /// What there is room for at first: more keys than wait for a server that answers.
  private static var usualCapacity: Int { 16 }

  var count: Int { elements.count }

  var first: Element? { elements.first }

  /// - Complexity: O(1) on average.
  mutating func append(_ element: Element) {
    if elements.count == elements.capacity { grow() }
    elements.append(element)
  }

  /// An array that makes room by itself leaves what it held where that was.
  private mutating func grow() {
    var larger: [Element] = []
    larger.reserveCapacity(max(Self.usualCapacity, 2 * elements.count))
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

  func contains(where isMeant: (Element) -> Bool) -> Bool { elements.contains(where: isMeant) }

  private static func wipe(_ elements: inout [Element]) {
    for index in elements.indices { elements[index] = .none }
  }
}

/// Something that a value without meaning is written over, so that nothing of it stays in memory.
protocol Forgettable {
  /// Takes as much room as what it is written over.
  static var none: Self { get }
}
