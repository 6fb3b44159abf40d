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
    case taken, dropped
    /// A token of the same identity is there.
    case copied
    /// A token of the same key is there, at this index.
    case twin(Int)
  }

  /// What is looked at next: a block of what is pasted, a unit of what is there, a block of what is
  /// pasted again from that unit on, the ranges of what has to go that are next. Of what is there nothing is known by
  /// its block: whoever lays it out moves their borders between two steps.
  enum Stage {
    case telling(block: Int)
    case comparing(unit: Int)
    case sorting(block: Int, unit: Int)
    case parting(twin: Int, replaced: Int)
    case done
  }

  // What it holds for.
  let editCount: Int
  let policy: DuplicatePolicy
  /// Where it goes, and what is selected there and is no more then, in its order.
  let (gap, replaced): (Int, [Range<Int>])
  let hasIdentities: Bool

  var stage = Stage.telling(block: 0)
  var new: Units
  var fates: [Fate] = []
  var keys: KeyPlaces<String>
  var identities: KeyPlaces<Kind.Token.ID>
  var builder = HealingBuilder<Kind.Token>()
  /// Whether `new` is what was built; before that it is what was read.
  var isRebuilt = false
  var lostCount = 0
  /// What has to go before and behind `range`.
  var (before, behind) = (Departures<Kind.Token>(), Departures<Kind.Token>())
  /// How many tokens right behind that have to go.
  var neighbourCount = 0

  /// How many graphemes of the text before it become part of its first token, once that is known.
  var joinedCount: Int
  /// About how many bytes are kept with it, once it is known what of it is put in.
  var cost: Int
  /// How many tokens were there already.
  var knownCount = 0
  /// Those that are there already, in their order; neighbours as one range, unless it goes between
  /// them.
  var twins: [Range<Int>] = []

  /// - Parameters:
  ///   - new: What is pasted.
  ///   - hasIdentities: Whether there are tokens in it with identities that may be here already.
  ///   - joinedCount: How many graphemes of the text before it are in its first token.
  ///   - place: Where it goes.
  init(
    _ new: Units, cost: Int, withIdentities hasIdentities: Bool, joining joinedCount: Int,
    at place: PastePlace, in editor: TokenEditor<Kind>
  ) {
    (self.new, self.cost, self.hasIdentities) = (new, cost, hasIdentities)
    self.joinedCount = joinedCount
    (gap, replaced) = (place.range.lowerBound, TokenEditor<Kind>.joined(place.ranges))
    (editCount, policy) = (editor.editCount, editor.configuration.duplicates)
    let hasNothingToFind = new.textCount == new.count || policy == .allow && !hasIdentities
    keys = KeyPlaces(capacity: hasNothingToFind || policy == .allow ? 0 : new.count)
    identities = KeyPlaces(capacity: hasNothingToFind || !hasIdentities ? 0 : new.count)
    guard !hasNothingToFind else {
      stage = .parting(twin: 0, replaced: 1)
      return
    }
    // What grows step by step would hold up those in which it is moved.
    fates.reserveCapacity(new.count)
  }

  /// Whether the content is still that for which it was found out.
  func holds(for editor: TokenEditor<Kind>) -> Bool {
    editCount == editor.editCount && policy == editor.configuration.duplicates
  }

  /// Whether all is known.
  var isKnown: Bool { if case .done = stage { true } else { false } }

  /// What is put in, once that is known.
  var units: Units { new }

  /// The place of which it takes: what is selected first, and the text that becomes part of its first
  /// token.
  var range: Range<Int> { gap - joinedCount..<selected.upperBound }

  /// What is selected first; the caret where nothing is.
  var selected: Range<Int> { replaced.first ?? gap..<gap }

  /// What it alone holds on to, for who frees it in steps.
  var leftovers: [Units] { [isRebuilt ? new : builder.end(), before.rest, behind.rest] }

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
