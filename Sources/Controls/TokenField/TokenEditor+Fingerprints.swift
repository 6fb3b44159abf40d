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
    return elements.firstIndex(fingerprint: KeyFingerprint.fingerprint(of: key)) { element in
      element.token.map { adapter.key(of: $0) == key } ?? false
    }
  }
}

/// Fingerprints of keys. They are valid while the process runs.
enum KeyFingerprint {
  /// Returns the fingerprint of a key. Equal keys have equal fingerprints.
  static func fingerprint(of key: String) -> UInt16 { fingerprint(ofHash: key.hashValue) }

  /// Returns the fingerprint of a token's key. For text, the value has no meaning.
  static func fingerprint<Adapter: TokenAdapter>(
    of element: TokenFieldElement<Adapter.Token>, _ adapter: Adapter
  )
    -> UInt16
  { element.token.map { fingerprint(of: adapter.key(of: $0)) } ?? 0 }

  /// Returns the fingerprint of a key with a hash value.
  static func fingerprint(ofHash hash: Int) -> UInt16 { UInt16(truncatingIfNeeded: hash) }
}
