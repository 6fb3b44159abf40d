/// What of something that is pasted is put in beside what is there, found out in steps so that a long
/// list holds up no frame.
///
/// Where no token may be there twice, those that are here already are refused, or come instead of
/// those that are pasted (`DuplicatePolicy`). Tokens have identities of their own afterwards; those
/// that can't have one are left out.
struct PasteInsertion<Kind: TokenKind> {
  typealias Units = UnitSequence<Kind.Token>

  /// What becomes of a unit that is pasted.
  enum Fate {
    /// It is put in as it is.
    case taken
    /// It is left out, since one of its key is pasted before it.
    case dropped
    /// It gets an identity of its own, since another one has the same.
    case copied
    /// One of its key is there, at this index, and stays, or comes instead.
    case twin(Int)
  }

  /// What is done next. Of what is there nothing is known by its block: whoever lays it out moves
  /// their borders between two steps.
  enum Stage {
    /// Keys and identities of a block of what is pasted are noted.
    case noting(block: Int)
    /// What is there is looked for among those, from a unit to the end of its block.
    case comparing(unit: Int)
    /// What may be put in is taken from a block of what is pasted, whose first unit has this index.
    case taking(block: Int, unit: Int)
    /// A range that has to go is parted with: the next of twins, or of what is selected.
    case parting(twin: Int, replaced: Int)
    /// All is known.
    case done
  }

  // What it holds for.
  let editCount: Int
  let policy: DuplicatePolicy
  /// Where it goes, and what is selected there and is no more then, in its order.
  let (gap, replaced): (Int, [Range<Int>])
  let hasIdentities: Bool

  // What is being found out.
  var stage = Stage.noting(block: 0)
  /// What is pasted, as long as that is needed.
  var pasted: Units
  /// Of each of its units.
  var fates: [Fate] = []
  var keys: KeyPlaces<String>
  var identities: KeyPlaces<Kind.Token.ID>
  /// What is taken of it so far.
  var builder = HealingBuilder<Kind.Token>()
  var lostCount = 0

  // What was found out.
  /// What is put in, once all is known.
  var units = Units()
  /// How many graphemes of the text before it become part of its first token, once that is known.
  var joinedCount: Int
  /// About how many bytes are kept with it, once it is known what of it is put in.
  var cost: Int
  /// How many tokens were there already.
  var knownCount = 0
  /// Those that are there already, in their order; neighbours as one range, unless it goes between
  /// them.
  var twins: [Range<Int>] = []
  /// What has to go before and behind `range`.
  var (before, behind) = (Departures<Kind.Token>(), Departures<Kind.Token>())
  /// How many tokens right behind that have to go.
  var neighbourCount = 0

  /// - Parameters:
  ///   - pasted: What is pasted.
  ///   - cost: About how many bytes are kept with all of it.
  ///   - hasIdentities: Whether there are tokens in it with identities that may be here already.
  ///   - joinedCount: How many graphemes of the text before it are in its first token.
  ///   - place: Where it goes.
  init(
    _ pasted: Units, cost: Int, withIdentities hasIdentities: Bool, joining joinedCount: Int,
    at place: PastePlace, in editor: TokenEditor<Kind>
  ) {
    (self.pasted, self.cost, self.hasIdentities) = (pasted, cost, hasIdentities)
    self.joinedCount = joinedCount
    (gap, replaced) = (place.range.lowerBound, place.ranges)
    (editCount, policy) = (editor.editCount, editor.configuration.duplicates)
    let hasKeys = pasted.hasToken && policy != .allow
    let hasIdentities = pasted.hasToken && hasIdentities
    keys = KeyPlaces(capacity: hasKeys ? pasted.count : 0)
    identities = KeyPlaces(capacity: hasIdentities ? pasted.count : 0)
    guard hasKeys || hasIdentities else {
      units = pasted
      beginParting()
      return
    }
    // What grows step by step would hold up those in which it is moved.
    fates.reserveCapacity(pasted.count)
    if hasKeys { twins.reserveCapacity(pasted.count) }
  }

  /// Whether the content is still that for which it was found out.
  func holds(for editor: TokenEditor<Kind>) -> Bool {
    editCount == editor.editCount && policy == editor.configuration.duplicates
  }

  /// Whether all is known.
  var isKnown: Bool { if case .done = stage { true } else { false } }

  /// What it takes the place of: what is selected first, and the text that becomes part of its first
  /// token.
  var range: Range<Int> { gap - joinedCount..<selected.upperBound }

  /// What is selected first; the caret where nothing is.
  var selected: Range<Int> { replaced.first ?? gap..<gap }

  /// What it alone holds on to, for who frees it in steps.
  var leftovers: [Units] {
    // Where nothing was looked for, what is put in is what was read.
    [fates.isEmpty ? Units() : units, builder.end(), before.rest, behind.rest]
  }

  /// What has to be told of it: all that was pasted and is not put in.
  var remark: String? {
    let parts = [
      Self.count(knownCount, "was there already", "were there already"),
      Self.count(lostCount, "can't be there twice", "can't be there twice"),
    ].compactMap { $0 }
    guard let first = parts.first?.first else { return nil }
    return first.uppercased() + parts.joined(separator: ", ").dropFirst()
  }

  /// - Returns: `nil` for none.
  private static func count(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : count == 1 ? "one \(one)" : "\(count) \(many)"
  }
}
