/// How often each key is there among the tokens, known from the first time that somebody asks.
struct KeyCounts {
  /// `nil` where nobody has asked.
  private var counts: [String: Int]?

  /// Counts all tokens, where that was not done yet.
  ///
  /// - Complexity: O(*n*), once.
  mutating func prepare<Kind: TokenKind>(
    _ units: UnitSequence<Kind.Token>, of kind: Kind
  ) {
    guard counts == nil else { return }
    counts = [:]
    counts?.reserveCapacity(units.count)
    for unit in units { if let token = unit.token { add(kind.key(of: token), 1) } }
  }

  /// Takes in a change.
  mutating func note<Kind: TokenKind>(_ edit: TokenEditor<Kind>.Edit, of kind: Kind) {
    guard counts != nil else { return }
    for unit in edit.removed { if let token = unit.token { add(kind.key(of: token), -1) } }
    for unit in edit.inserted { if let token = unit.token { add(kind.key(of: token), 1) } }
  }

  /// Whether a token of that key is there.
  func contains(_ key: String) -> Bool { counts?[key] != nil }

  private mutating func add(_ key: String, _ change: Int) {
    let count = (counts?[key] ?? 0) + change
    counts?[key] = count > 0 ? count : nil
  }
}
