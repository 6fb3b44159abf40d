/// Where keys, or identities, stand first: nearly all of them by their hash values alone, so that all are
/// freed at once. Whoever keeps the keys compares them.
struct KeyPlaces<Key: Hashable> {
  /// By hash values.
  private var places: [Int: Int] = [:]
  /// Those whose hash value is also that of one that came before them.
  private var clashing: [Key: Int] = [:]
  private var marks = MarkSet()

  /// - Parameter capacity: For how many keys there is room from the start.
  init(capacity: Int) { places.reserveCapacity(capacity) }

  /// Takes a key in, unless it is there.
  ///
  /// - Parameter isAt: Whether it stands at a place.
  /// - Returns: Where it was; `nil` where it was not there.
  mutating func insert(_ key: Key, at place: Int, where isAt: (Int) -> Bool) -> Int? {
    let hash = key.hashValue
    guard let first = places[hash] else {
      places[hash] = place
      marks.insert(KeyMark.mark(ofHash: hash))
      return nil
    }
    if isAt(first) { return first }
    if let later = clashing[key] { return later }
    clashing[key] = place
    return nil
  }

  /// Where a key stands first; `nil` where it is not there.
  ///
  /// - Parameter isAt: Whether it stands at a place.
  func place(of key: Key, where isAt: (Int) -> Bool) -> Int? {
    guard let first = places[key.hashValue] else { return nil }
    return isAt(first) ? first : clashing[key]
  }

  /// Whether there may be a key of a mark, told at once.
  func mayHave(_ mark: UInt16) -> Bool { marks.contains(mark) }
}

/// Some marks, a bit for each.
private struct MarkSet {
  private var words = [UInt64](repeating: 0, count: 1 << 10)

  mutating func insert(_ mark: UInt16) { words[Int(mark >> 6)] |= 1 << UInt64(mark & 63) }

  func contains(_ mark: UInt16) -> Bool { words[Int(mark >> 6)] >> UInt64(mark & 63) & 1 == 1 }
}
