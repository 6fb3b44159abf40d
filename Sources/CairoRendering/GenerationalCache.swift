/// A cache of recently used values with a limit on their total cost.
///
/// There are two generations. A value that is found or added belongs to the young generation. When
/// the young generation costs more than the limit, the old generation is discarded and the young
/// one becomes old. So a value stays if it is used at least once between two rotations. The total
/// cost never exceeds twice the limit plus one value, and a lookup needs no sorting or counting.
struct GenerationalCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  /// The cost limit of one generation, in a unit that the owner chooses, such as bytes.
  var limit: Int
  private var young: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  private var youngCost = 0

  /// - Parameter limit: The cost limit of one generation.
  init(limit: Int) { self.limit = limit }

  /// Returns the value of a key and counts this as its use.
  ///
  /// - Parameter rejuvenate: Called with a value of the old generation, which becomes one of the young generation.
  mutating func find(_ key: Key, rejuvenate: (Value) -> Void = { _ in }) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    rejuvenate(entry.value)
    insert(entry.value, for: key, cost: entry.cost)
    return entry.value
  }

  /// Adds a value for a key that has no value yet.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if youngCost > limit { (old, young, youngCost) = (young, [:], 0) }
    young[key] = Entry(value: value, cost: cost)
    youngCost += cost
  }
}
