// Finding tokens by key.
extension TokenEditor {
  /// Whether a duplicate check would take long, because too many tokens have no fingerprint yet.
  var needsFingerprints: Bool {
    configuration.duplicates != .allow && elements.unfingerprintedCount > Elements.maximumUnfingerprintedCount
  }

  /// Returns the index of the first token with a key, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*). For most tokens with a fingerprint, only two bytes are compared: half a
  ///   millisecond for a million tokens. For the others, the keys are computed first
  ///   (`computeFingerprints(limit:)`).
  mutating func index(ofKey key: String) -> Int? {
    computeFingerprints(limit: .max)
    return elements.firstIndex(fingerprint: KeyFingerprint.fingerprint(of: key)) {
      adapter.key(of: $0) == key
    }
  }
}

/// Fingerprints of keys. They are valid while the process runs.
enum KeyFingerprint {
  /// Returns the fingerprint of a key. Equal keys have equal fingerprints.
  static func fingerprint(of key: String) -> UInt16 { UInt16(truncatingIfNeeded: key.hashValue) }
}

// Searching by keys that are expensive to compute.
extension ElementSequence {
  /// The maximum number of elements without fingerprints if there is no time to compute more: one
  /// or two milliseconds of work.
  static var maximumUnfingerprintedCount: Int { 4096 }

  /// Computes the fingerprints of the first blocks that have none.
  ///
  /// - Parameter limit: The number of elements after which to stop.
  /// - Complexity: O(*b* + *m*) for *m* elements in *b* blocks.
  mutating func computeFingerprints(limit: Int, by fingerprint: (Item) -> Fingerprint) {
    var (remaining, next) = (limit, 0)
    while remaining > 0, unfingerprintedCount > 0, let index = firstUnfingerprinted(from: next) {
      remaining -= blocks[index].items.count
      self.setFingerprints(block: index, with: ContiguousArray(blocks[index].items.map(fingerprint)))
      next = index + 1
    }
  }

  private func firstUnfingerprinted(from start: Int) -> Int? {
    let span = blocks.span
    var index = start
    while index < span.count, span[index].fingerprints != nil { index += 1 }
    return index < span.count ? index : nil
  }

  /// Returns the index of the first matching token with a fingerprint. Skips tokens without
  /// fingerprints.
  ///
  /// - Parameter isMatch: Returns whether a token matches. Called only for tokens with the
  ///   fingerprint. One in 65,536 has it by chance.
  /// - Complexity: O(*n*), about a quarter of a nanosecond for each element.
  func firstIndex(fingerprint: Fingerprint, where isMatch: (Token) -> Bool) -> Int? {
    // A span avoids copying the blocks: reference counting would access memory in many places.
    let span = blocks.span
    for index in span.indices {
      guard span[index].fingerprints?.contains(fingerprint) ?? false else { continue }
      let block = span[index]
      let item = block.items.indices.first { item in
        block.fingerprints?[item] == fingerprint && block.items[item].token.map(isMatch) ?? false
      }
      if let item { return start(ofBlock: index) + block.start(ofItem: item) }
    }
    return nil
  }
}

/// A map from keys or identities to the index of their first occurrence. It stores only hash values, so that
/// it is released in one step. The caller stores and compares the keys.
struct FirstOccurrenceMap {
  /// The indices by slot. The slot of a key is its hash value, or a following one if other keys use it.
  private var indices: [Int: Int] = [:]

  /// - Parameter capacity: The number of keys for which space is reserved.
  init(capacity: Int = 0) { indices.reserveCapacity(capacity) }

  /// Returns the slot of a key and the index of its first occurrence. The index is `nil` if there is none.
  ///
  /// - Parameter isMatch: Returns whether the key at an index equals `key`.
  func find(_ key: some Hashable, where isMatch: (Int) -> Bool) -> (slot: Int, index: Int?) {
    var slot = key.hashValue
    while let index = indices[slot] {
      if isMatch(index) { return (slot, index) }
      slot &+= 1
    }
    return (slot, nil)
  }

  /// Inserts the first occurrence of a key at its slot.
  mutating func insert(_ index: Int, at slot: Int) { indices[slot] = index }
}
