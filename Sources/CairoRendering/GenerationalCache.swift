/// Keeps what was used lately, within a limit of cost.
///
/// There are two generations. What is found or added belongs to the young one; once that costs more
/// than the limit, the old one is forgotten and the young one becomes old. So whatever is used at
/// least once between two such turns stays, the whole never costs more than twice the limit and one
/// value, and nothing is sorted or counted at a look-up.
struct GenerationalCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  /// Of one generation, in the unit of `insert(_:for:cost:)`.
  var limit: Int
  private var young: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  private var youngCost = 0

  /// - Parameter limit: Of one generation, in the unit of `insert(_:for:cost:)`.
  init(limit: Int) { self.limit = limit }

  /// What is kept under a key, which counts as its use.
  mutating func find(_ key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    insert(entry.value, for: key, cost: entry.cost)
    return entry.value
  }

  /// Keeps a value under a key that holds none yet.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if youngCost > limit { age() }
    young[key] = Entry(value: value, cost: cost)
    youngCost += cost
  }

  private mutating func age() {
    old = young
    young = [:]
    youngCost = 0
  }
}
