/// The merge of pasted elements with the existing ones. It is computed in steps, so that a long
/// list does not delay a frame.
///
/// If tokens must be unique, pasted duplicates are refused or replaced by the existing tokens
/// (`DuplicatePolicy`). After the merge, all tokens have distinct identities. A token that cannot
/// get a new identity is skipped.
struct PasteMerge<Adapter: TokenAdapter> {
  typealias Elements = ElementSequence<Adapter.Token>

  /// The treatment of a pasted element.
  enum Disposition {
    /// Insert the element unchanged.
    case insert
    /// Skip the element: an earlier pasted element has the same key.
    case skip
    /// Insert a copy with a new identity: another token has the same identity.
    case insertCopy
    /// The token at this index has the same key. Depending on the policy, it stays there or is
    /// moved here.
    case duplicate(Int)
  }

  /// The next step. No case refers to a block of the existing content, because the layout may move
  /// block boundaries between two steps.
  enum Phase {
    /// Record the keys and identities of a pasted block.
    case indexing(block: Int)
    /// Look up existing elements among the pasted ones, from an element to the end of its block.
    case matching(element: Int)
    /// Collect the elements to insert from a pasted block. `element` is the index of its first
    /// element.
    case collecting(block: Int, element: Int)
    /// Plan the removal of the next duplicate or selected range.
    case removing(duplicate: Int, replaced: Int)
    /// The merge is complete.
    case done
  }

  // Conditions under which the merge is valid.
  let editCount: Int
  let policy: DuplicatePolicy
  /// The insertion index, and the selected ranges that the paste replaces, in order.
  let (insertionIndex, replaced): (Int, [Range<Int>])
  let hasIdentities: Bool

  // State of the computation.
  var phase = Phase.indexing(block: 0)
  /// The pasted elements, until they are no longer needed.
  var pasted: Elements
  /// The disposition of each pasted element.
  var dispositions: [Disposition] = []
  var keys: FirstOccurrenceMap<String>
  var identities: FirstOccurrenceMap<Adapter.Token.ID>
  /// The elements collected so far.
  var builder = Elements.Builder()
  var uncopyableCount = 0

  // Results.
  /// The elements to insert, once the merge is complete.
  var elements = Elements()
  /// The number of graphemes of the text before the paste that become part of its first token.
  /// Final once the merge is complete.
  var joinedCount: Int
  /// The approximate number of bytes that the history keeps for the paste. Final once the merge is
  /// complete.
  var cost: Int
  /// The number of tokens that already existed.
  var duplicateCount = 0
  /// The indices of the tokens that already exist, in order. Adjacent indices form one range unless
  /// the insertion index is between them.
  var existingDuplicates: [Range<Int>] = []
  /// The ranges to remove before and after `range`.
  var (before, after) = (RemovalPlan<Adapter.Token>(), RemovalPlan<Adapter.Token>())
  /// The number of tokens directly after the first selected range that are removed.
  var adjacentRemovalCount = 0

  /// Starts a merge.
  ///
  /// - Parameters:
  ///   - pasted: The pasted elements.
  ///   - cost: The approximate number of bytes that the history keeps for all of them.
  ///   - hasIdentities: Whether the pasted tokens have identities that may already exist.
  ///   - joinedCount: The number of graphemes of the text before the paste that its first token
  ///     includes.
  ///   - destination: The destination of the paste.
  init(
    _ pasted: Elements, cost: Int, withIdentities hasIdentities: Bool, joining joinedCount: Int,
    at destination: PasteDestination, in editor: TokenEditor<Adapter>
  ) {
    (self.pasted, self.cost, self.hasIdentities) = (pasted, cost, hasIdentities)
    self.joinedCount = joinedCount
    insertionIndex = destination.range(in: editor.elements).lowerBound
    replaced = destination.ranges(in: editor.elements)
    (editCount, policy) = (editor.editCount, editor.configuration.duplicates)
    let hasKeys = pasted.hasToken && policy != .allow
    let hasIdentities = pasted.hasToken && hasIdentities
    keys = FirstOccurrenceMap(capacity: hasKeys ? pasted.count : 0)
    identities = FirstOccurrenceMap(capacity: hasIdentities ? pasted.count : 0)
    guard hasKeys || hasIdentities else {
      elements = pasted
      beginRemoving()
      return
    }
    // Growing these arrays step by step would delay the steps in which they are reallocated.
    dispositions.reserveCapacity(pasted.count)
    if hasKeys { existingDuplicates.reserveCapacity(pasted.count) }
  }

  /// Returns whether the content and the policy are those for which the merge was computed.
  func isValid(for editor: TokenEditor<Adapter>) -> Bool {
    editCount == editor.editCount && policy == editor.configuration.duplicates
  }

  /// Whether the merge is complete.
  var isComplete: Bool { if case .done = phase { true } else { false } }

  /// The range that the paste replaces: the first selected range, the text that becomes part of
  /// the first token, and removed tokens directly after them.
  var range: Range<Int> { insertionIndex - joinedCount..<selected.upperBound + adjacentRemovalCount }

  /// The first selected range, or the caret if nothing is selected.
  var selected: Range<Int> { replaced.first ?? insertionIndex..<insertionIndex }

  /// The storage that only this merge owns, for release in steps.
  var storageToRelease: [Elements] {
    // If nothing was matched, the elements to insert are those that were read.
    [dispositions.isEmpty ? Elements() : elements, builder.build(), before.remainder, after.remainder]
  }

  /// The message about pasted tokens that are not inserted, or `nil` if there are none.
  var message: ControlMessage? {
    duplicateCount + uncopyableCount == 0
      ? nil : .notPasted(duplicates: duplicateCount, uncopyable: uncopyableCount)
  }
}
