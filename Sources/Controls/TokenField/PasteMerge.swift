/// The merge of pasted elements with the existing ones. It is computed in steps, so that a long
/// list does not delay a frame.
///
/// If tokens must be unique, pasted duplicates are refused or replaced by the existing tokens
/// (`DuplicatePolicy`). After the merge, all tokens have distinct identities. A token that cannot
/// get a new identity is skipped.
struct PasteMerge<Adapter: TokenAdapter> {
  typealias Elements = ElementSequence<Adapter.Token>

  /// The treatment of a pasted element.
  private enum Disposition {
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

  /// The next step.
  enum Phase {
    /// Record the keys and identities of a pasted block.
    case indexing(block: Int)
    /// Look up the elements of an existing block among the pasted ones.
    case matching(block: Int)
    /// Collect the elements to insert from a pasted block.
    case collecting(block: Int)
    /// Add the next moved token or the next replaced range to the change.
    case splicing(duplicate: Int, replaced: Int)
    /// The merge is complete.
    case done
  }

  // Conditions under which the merge is valid.
  private let editCount: Int
  private let policy: DuplicatePolicy
  /// The ranges that the paste replaces, in order. It is inserted at the first one, which may be empty.
  private let replaced: [Range<Int>]
  private let hasIdentities: Bool

  // State of the computation.
  private(set) var phase = Phase.indexing(block: 0)
  /// The number of replaced ranges before the last element that was matched.
  private var passedCount = 0
  /// The pasted elements, until they are no longer needed.
  private(set) var pasted: Elements
  /// The disposition of each pasted element.
  private var dispositions: [Disposition] = []
  private var (keys, identities) = (FirstOccurrenceMap(), FirstOccurrenceMap())
  /// Whether a pasted key has each fingerprint.
  private var hasFingerprint: [Bool] = []
  /// The elements collected so far.
  private var builder = Elements.Builder()
  private(set) var uncopyableCount = 0

  // Results.
  /// The elements to insert, once the merge is complete.
  private(set) var elements = Elements()
  /// The change of the content, once the merge is complete.
  private(set) var splice = Elements.Splice()
  /// The number of graphemes of the text before the paste that become part of its first token.
  private var joinedCount: Int
  /// The approximate number of bytes that the history keeps for the paste. Final once the merge is
  /// complete.
  private(set) var cost: Int
  /// The number of tokens that already existed.
  private var duplicateCount = 0
  /// The indices of the tokens that already exist, in order. Adjacent indices form one range unless
  /// the paste is inserted between them.
  private(set) var existingDuplicates: [Range<Int>] = []

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
    _ pasted: Elements, cost: Int, withIdentities hasIdentities: Bool, joining joinedCount: Int = 0,
    at destination: PasteDestination, in editor: TokenEditor<Adapter>
  ) {
    (self.pasted, self.cost, self.joinedCount) = (pasted, cost, joinedCount)
    self.hasIdentities = pasted.hasToken && hasIdentities
    replaced = destination.ranges(in: editor.elements)
    (editCount, policy) = (editor.editCount, editor.configuration.duplicates)
    let hasKeys = pasted.hasToken && policy != .allow
    guard hasKeys || self.hasIdentities else {
      elements = pasted
      phase = .splicing(duplicate: 0, replaced: 0)
      return
    }
    // Growing these collections step by step would delay the steps in which they are reallocated.
    dispositions.reserveCapacity(pasted.count)
    if self.hasIdentities { identities = FirstOccurrenceMap(capacity: pasted.count) }
    if hasKeys {
      keys = FirstOccurrenceMap(capacity: pasted.count)
      hasFingerprint = [Bool](repeating: false, count: 1 << Elements.Fingerprint.bitWidth)
      existingDuplicates.reserveCapacity(pasted.count)
    }
  }

  /// Returns whether the content and the policy are those for which the merge was computed.
  func isValid(for editor: TokenEditor<Adapter>) -> Bool {
    editCount == editor.editCount && policy == editor.configuration.duplicates
  }

  /// Whether the merge is complete.
  var isComplete: Bool { if case .done = phase { true } else { false } }

  /// The storage that only this merge owns, for release in steps.
  var storageToRelease: [Elements] {
    // If nothing was matched, the elements to insert are those that were read. If several ranges were joined,
    // the joined content usually shares their blocks.
    let joined = splice.remainder
    return [dispositions.isEmpty || !joined.isEmpty ? Elements() : elements, builder.build(), joined]
  }

  /// The message about pasted tokens that are not inserted, or `nil` if there are none.
  var message: ControlMessage? {
    duplicateCount + uncopyableCount == 0
      ? nil : .notPasted(duplicates: duplicateCount, uncopyable: uncopyableCount)
  }
}

// Steps of the merge. A cost of 1 is the time to compute the key of a token, about 0.25 µs.
extension PasteMerge {
  /// Continues the merge.
  ///
  /// - Parameters:
  ///   - editor: The editor for which the merge is valid.
  ///   - limit: The cost after which to stop.
  /// - Returns: Whether the merge is complete and there is time left in the frame to commit it.
  /// - Complexity: O(`limit`). All steps together are O(*m* + *n*).
  mutating func advance(in editor: inout TokenEditor<Adapter>, limit: Int) -> Bool {
    var remaining = limit
    while !isComplete, remaining > 0 { remaining -= step(in: &editor) }
    return isComplete && remaining > limit / 2
  }

  /// Executes one step.
  ///
  /// - Returns: The cost of the step.
  private mutating func step(in editor: inout TokenEditor<Adapter>) -> Int {
    switch phase {
    case .indexing(let block) where block < pasted.blocks.count: return index(block, by: editor.adapter)
    case .indexing: phase = .matching(block: 0)
    case .matching(let block) where block < editor.elements.blocks.count: return match(block, in: editor)
    case .matching:
      // Released here, because this takes milliseconds.
      (keys, identities) = (FirstOccurrenceMap(), FirstOccurrenceMap())
      phase = .collecting(block: 0)
    case .collecting(let block) where block < pasted.blocks.count: return collect(block, in: &editor)
    case .collecting: return endCollecting()
    case .splicing(let duplicate, let range): return splice(duplicate, range, in: editor.elements)
    case .done: break
    }
    return 0
  }

  /// Records the keys, the fingerprints and the identities of a pasted block.
  private mutating func index(_ block: Int, by adapter: Adapter) -> Int {
    phase = .indexing(block: block + 1)
    let items = pasted.blocks[block].items
    var fingerprints = ContiguousArray<Elements.Fingerprint>(repeating: 0, count: items.count)
    for (index, item) in items.enumerated() {
      switch item {
      case .text(let text): dispositions += repeatElement(.insert, count: text.count)
      case .token(let token):
        let key = policy == .allow ? nil : adapter.key(of: token)
        if let key { fingerprints[index] = KeyFingerprint.fingerprint(of: key) }
        dispositions.append(recordedDisposition(of: token, key, by: adapter))
      }
    }
    if policy != .allow {
      for fingerprint in fingerprints { hasFingerprint[Int(fingerprint)] = true }
      pasted.setFingerprints(block: block, with: fingerprints)
    }
    // Hashing a key and storing it takes twice as long as computing it. The first keys also take the page faults of
    // the map, which has a page for about 128 keys.
    return (dispositions.count < pasted.count / 128 ? 9 : 3) * items.count
  }

  /// Records the next token and returns its disposition with regard to the tokens before it.
  ///
  /// - Parameter key: The key of the token, or `nil` if duplicates are allowed.
  private mutating func recordedDisposition(of token: Adapter.Token, _ key: String?, by adapter: Adapter)
    -> Disposition
  {
    if let key {
      let (slot, first) = keys.find(key) { pasted[$0].token.map(adapter.key) == key }
      guard first == nil else {
        duplicateCount += 1
        return .skip
      }
      keys.insert(dispositions.count, at: slot)
    }
    guard hasIdentities else { return .insert }
    let (slot, first) = identities.find(token.id) { pasted[$0].token?.id == token.id }
    guard first == nil else { return .insertCopy }
    identities.insert(dispositions.count, at: slot)
    return .insert
  }

  /// Matches the elements of an existing block with the pasted ones.
  private mutating func match(_ block: Int, in editor: TokenEditor<Adapter>) -> Int {
    phase = .matching(block: block + 1)
    let (current, start) = (editor.elements.blocks[block], editor.elements.start(ofBlock: block))
    // Skipping an element by its fingerprint takes a sixteenth of the time to look one up.
    var cost = current.items.count / 16 + 1
    for item in current.items.indices {
      let mayMatch =
        policy != .allow && (current.fingerprints.map { hasFingerprint[Int($0[item])] } ?? true)
      guard mayMatch || hasIdentities, let token = current.items[item].token else { continue }
      let index = start + current.start(ofItem: item)
      while passedCount < replaced.count, replaced[passedCount].upperBound <= index { passedCount += 1 }
      guard passedCount == replaced.count || !replaced[passedCount].contains(index) else { continue }
      cost += 4
      if hasIdentities { matchIdentity(token.id) }
      if mayMatch { matchKey(editor.adapter.key(of: token), at: index, by: editor.adapter) }
    }
    return cost
  }

  private mutating func matchIdentity(_ id: Adapter.Token.ID) {
    guard let first = identities.find(id, where: { pasted[$0].token?.id == id }).index,
      case .insert = dispositions[first]
    else { return }
    dispositions[first] = .insertCopy
  }

  private mutating func matchKey(_ key: String, at index: Int, by adapter: Adapter) {
    guard let first = keys.find(key, where: { pasted[$0].token.map(adapter.key) == key }).index else {
      return
    }
    if case .duplicate = dispositions[first] { return }
    dispositions[first] = .duplicate(index)
    duplicateCount += 1
    if let last = existingDuplicates.last, last.upperBound == index, index != replaced[0].lowerBound {
      existingDuplicates[existingDuplicates.count - 1] = last.lowerBound..<index + 1
    } else {
      existingDuplicates.append(index..<index + 1)
    }
  }

  /// Collects the elements to insert from a pasted block, with the fingerprints of their keys.
  private mutating func collect(_ block: Int, in editor: inout TokenEditor<Adapter>) -> Int {
    phase = .collecting(block: block + 1)
    let (current, first) = (pasted.blocks[block], pasted.start(ofBlock: block))
    var (cost, start) = (current.count / 4 + 1, first)
    for item in current.items.indices {
      let index = first + current.start(ofItem: item)
      if case .insert = dispositions[index] { continue }
      if start < index { cost += builder.append(pasted, start..<index) }
      (start, cost) = (index + 1, cost + 3)
      guard let token = current.items[item].token else { continue }
      collect(token, at: index, fingerprint: current.fingerprints?[item], in: &editor)
    }
    return cost + builder.append(pasted, start..<first + current.count)
  }

  /// Collects the replacement of a token that is not inserted unchanged, if it has one.
  private mutating func collect(
    _ token: Adapter.Token, at index: Int, fingerprint: Elements.Fingerprint?,
    in editor: inout TokenEditor<Adapter>
  ) {
    switch dispositions[index] {
    case .insert, .skip: break
    case .duplicate(let existing) where policy == .move:
      // The existing token has the same key, so it has the same fingerprint.
      if let existing = editor.elements[existing].token { builder.append(existing, fingerprint: fingerprint) }
    // If the first token is refused, the text typed before it stays.
    case .duplicate: if index == 0 { joinedCount = 0 }
    case .insertCopy:
      // A copy costs as much as the original.
      if let copy = editor.adapter.copy(of: token) { return builder.append(copy) }
      uncopyableCount += 1
    }
    cost = max(0, cost - editor.cost(of: .token(token)))
  }

  private mutating func endCollecting() -> Int {
    // The fingerprints of the pasted blocks are released immediately. The read content owns their elements.
    let cost = 2 * pasted.blocks.count
    (elements, pasted, builder) = (builder.build(), Elements(), Elements.Builder())
    splice.reserve(existingDuplicates.count + replaced.count)
    phase = .splicing(duplicate: 0, replaced: 0)
    return cost
  }

  /// Adds a moved token or a replaced range to the change, in the order of the content. The first replaced range
  /// includes the text that becomes part of the first token.
  private mutating func splice(_ duplicate: Int, _ index: Int, in content: Elements) -> Int {
    let moved = policy == .move ? existingDuplicates[duplicate...].first : nil
    let next = index < replaced.count ? replaced[index] : nil
    if let moved, moved.lowerBound < next?.lowerBound ?? .max {
      phase = .splicing(duplicate: duplicate + 1, replaced: index)
      return splice.replace(content.offsets(of: moved), in: content)
    }
    guard let next else {
      phase = .done
      return 0
    }
    phase = .splicing(duplicate: duplicate, replaced: index + 1)
    guard index == 0 else { return splice.replace(content.offsets(of: next), in: content) }
    let range = next.lowerBound - joinedCount..<next.upperBound
    return splice.replace(content.offsets(of: range), with: elements, in: content)
  }
}
