/// Where keys, or identities, stand first, by their hash values alone, so that all of them are freed
/// at once; two of the same hash are no reason to leave one out, so that who finds one looks whether
/// it is the same.
struct KeyPlaces {
  private var places: [Int: Int] = [:]
  private var marks = MarkSet()

  /// - Parameter capacity: For how many keys there is room from the start.
  init(capacity: Int) { places.reserveCapacity(capacity) }

  /// Takes a key in, unless one of its hash is there.
  ///
  /// - Returns: Where that one is; `nil` where there was none.
  mutating func insert(_ hash: Int, at place: Int) -> Int? {
    if let first = places[hash] { return first }
    places[hash] = place
    marks.insert(KeyMark.mark(ofHash: hash))
    return nil
  }

  /// Where one of a hash stands first that may be the one that is sought; `nil` where there is none.
  func place(of hash: Int) -> Int? { places[hash] }

  /// Whether there may be a key of a mark, told at once.
  func mayHave(_ mark: UInt16) -> Bool { marks.contains(mark) }
}

/// Some marks, a bit for each.
private struct MarkSet {
  private var words = [UInt64](repeating: 0, count: 1 << 10)

  mutating func insert(_ mark: UInt16) { words[Int(mark >> 6)] |= 1 << UInt64(mark & 63) }

  func contains(_ mark: UInt16) -> Bool { words[Int(mark >> 6)] >> UInt64(mark & 63) & 1 == 1 }
}
