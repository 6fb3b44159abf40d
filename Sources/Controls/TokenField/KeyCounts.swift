/// How often each key is there among the tokens; counted in steps, so that a long list holds up no
/// frame.
struct KeyCounts {
  private var counts: [String: Int] = [:]
  /// The tokens of so many units, from the first on, are counted.
  private var progress = 0

  /// Whether the tokens of so many units are all counted.
  func isComplete(forUnitCount count: Int) -> Bool { progress == count }

  /// Counts on.
  ///
  /// - Parameter limit: How many units to count at most.
  /// - Complexity: O(*m* + log *n*) for *m* units.
  mutating func count<Kind: TokenKind>(
    _ units: UnitSequence<Kind.Token>, of kind: Kind, atMost limit: Int
  ) {
    let end = progress + min(limit, units.count - progress)
    add(units.slice(progress..<end), 1, of: kind)
    progress = end
  }

  /// Takes in a change, as far as it touches what is counted.
  mutating func note<Kind: TokenKind>(_ edit: TokenEditor<Kind>.Edit, of kind: Kind) {
    guard edit.start <= progress else { return }
    let counted = min(edit.removed.count, progress - edit.start)
    add(edit.removed.slice(0..<counted), -1, of: kind)
    guard counted == edit.removed.count else {
      // What has come instead stands where nothing is counted yet.
      progress = edit.start
      return
    }
    add(edit.inserted, 1, of: kind)
    progress += edit.inserted.count - counted
  }

  /// Whether a token of that key is there, once all are counted.
  func contains(_ key: String) -> Bool { counts[key] != nil }

  private mutating func add<Kind: TokenKind>(
    _ units: UnitSequence<Kind.Token>, _ change: Int, of kind: Kind
  ) {
    for unit in units { if let token = unit.token { add(kind.key(of: token), change) } }
  }

  private mutating func add(_ key: String, _ change: Int) {
    let count = (counts[key] ?? 0) + change
    counts[key] = count > 0 ? count : nil
  }
}
