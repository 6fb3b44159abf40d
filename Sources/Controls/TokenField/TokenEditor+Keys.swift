// Which tokens are there.
extension TokenEditor {
  /// Whether it would take long to tell which tokens are there, before more of them are marked.
  var hasKeysToMark: Bool {
    configuration.duplicates != .allow && units.unmarkedCount > Units.mostUnmarked
  }

  /// Where the first token of a key is; `nil` where there is none.
  ///
  /// - Complexity: O(*n*). Of most tokens that are marked two bytes alone are looked at: half a
  ///   millisecond for a million. Those that are not are asked for their keys first
  ///   (`markKeys(atMost:)`).
  mutating func index(ofKey key: String) -> Int? {
    markKeys(atMost: .max)
    return units.firstIndex(marked: KeyMark.mark(of: key)) { unit in
      unit.token.map { kind.key(of: $0) == key } ?? false
    }
  }
}

/// By what a key is told from most others, as long as the program runs.
enum KeyMark {
  /// The same for each unit of that key.
  static func mark(of key: String) -> UInt16 { mark(ofHash: key.hashValue) }

  /// That of a token's key; of text any.
  static func mark<Kind: TokenKind>(of unit: TokenUnit<Kind.Token>, _ kind: Kind) -> UInt16 {
    unit.token.map { mark(of: kind.key(of: $0)) } ?? 0
  }

  /// That of a key with a hash value.
  static func mark(ofHash hash: Int) -> UInt16 { UInt16(truncatingIfNeeded: hash) }
}
