/// A map from keys or identities to the index of their first occurrence. It stores almost only hash
/// values, so that it is released in one step. The caller stores and compares the keys.
struct FirstOccurrenceMap<Key: Hashable> {
  /// The index of the first key with each hash value.
  private var firstIndices: [Int: Int] = [:]
  /// The keys whose hash value equals that of an earlier key, with their indices.
  private var collisions: [Key: Int] = [:]
  private var fingerprints = FingerprintSet()

  /// - Parameter capacity: The number of keys for which space is reserved.
  init(capacity: Int) { firstIndices.reserveCapacity(capacity) }

  /// Inserts a key unless it exists.
  ///
  /// - Parameter isMatch: Returns whether the key at an index equals `key`.
  /// - Returns: The existing index of the key, or `nil` if the key was inserted.
  mutating func insert(_ key: Key, at index: Int, where isMatch: (Int) -> Bool) -> Int? {
    let hash = key.hashValue
    guard let first = firstIndices[hash] else {
      firstIndices[hash] = index
      fingerprints.insert(KeyFingerprint.fingerprint(ofHash: hash))
      return nil
    }
    if isMatch(first) { return first }
    if let later = collisions[key] { return later }
    collisions[key] = index
    return nil
  }

  /// Returns the index of the first occurrence of a key, or `nil` if there is none.
  ///
  /// - Parameter isMatch: Returns whether the key at an index equals `key`.
  func index(of key: Key, where isMatch: (Int) -> Bool) -> Int? {
    guard let first = firstIndices[key.hashValue] else { return nil }
    return isMatch(first) ? first : collisions[key]
  }

  /// Returns whether a key with a fingerprint may exist, in constant time.
  func mayContain(_ fingerprint: UInt16) -> Bool { fingerprints.contains(fingerprint) }
}

/// A set of fingerprints, with one bit for each.
private struct FingerprintSet {
  private var bitWords = [UInt64](repeating: 0, count: 1 << 10)

  mutating func insert(_ value: UInt16) { bitWords[Int(value >> 6)] |= 1 << UInt64(value & 63) }

  func contains(_ value: UInt16) -> Bool { bitWords[Int(value >> 6)] >> UInt64(value & 63) & 1 == 1 }
}
