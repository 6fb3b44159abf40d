/// The costs of the steps of a paste, so that each step takes about the same time. A cost of 1 is
/// the time to compute the key of a token, about 0.25 µs.
enum PasteCost {
  /// The cost of indexing a pasted element: in addition to computing its key, this hashes the key
  /// and allocates memory.
  static let indexedElement = 3
  /// The cost of looking up an existing token among the pasted ones.
  static let lookedUpElement = 2
  /// The number of existing elements that are skipped by fingerprint for a cost of 1.
  static let skippedElements = 16
  /// The number of elements that are inspected for a cost of 1 if their block is reused.
  static let sharedElements = 4
  /// The cost of releasing the fingerprints of a block.
  static let freedBlock = 2
}

// Steps of the merge.
extension PasteMerge {
  /// Continues the merge.
  ///
  /// - Parameters:
  ///   - editor: The editor for which the merge is valid.
  ///   - limit: The cost after which to stop, in units of `PasteCost`.
  /// - Returns: Whether the merge is complete.
  /// - Complexity: O(`limit`). All steps together are O(*m* + *n*).
  mutating func advance(in editor: inout TokenEditor<Adapter>, limit: Int) -> Bool {
    var remaining = limit
    while !isComplete {
      guard remaining > 0 else { return false }
      remaining -= step(in: &editor)
    }
    return true
  }

  /// Executes one step.
  ///
  /// - Returns: The cost of the step.
  private mutating func step(in editor: inout TokenEditor<Adapter>) -> Int {
    switch phase {
    case .indexing(let block) where block < pasted.blocks.count: return recordKeys(block, of: editor.adapter)
    case .indexing: phase = .matching(element: 0)
    case .matching(let element) where element < editor.elements.count: return match(element, in: &editor)
    case .matching: endMatching()
    case .collecting(let block, let element) where block < pasted.blocks.count:
      return collect(block, from: element, in: &editor)
    case .collecting: return endCollecting()
    case .removing(let duplicate, let range): return planRemoval(duplicate, range, in: editor.elements)
    case .done: break
    }
    return 0
  }
}

// Indexing the pasted elements.
extension PasteMerge {
  /// Records the keys and identities of a pasted block.
  ///
  /// - Returns: The cost of the step.
  private mutating func recordKeys(_ block: Int, of adapter: Adapter) -> Int {
    let fingerprints = recordKeys(pasted.blocks[block].items, of: pasted, adapter)
    if policy != .allow { pasted.setFingerprints(block: block, with: fingerprints) }
    phase = .indexing(block: block + 1)
    return PasteCost.indexedElement * fingerprints.count
  }

  /// Records the keys and identities of some pasted elements.
  ///
  /// - Parameter pasted: All pasted elements. They are passed separately so that the method can
  ///   read them while it mutates the merge.
  /// - Returns: The fingerprints of the elements.
  private mutating func recordKeys(
    _ items: ContiguousArray<Elements.Item>, of pasted: Elements, _ adapter: Adapter
  ) -> ContiguousArray<Elements.Fingerprint> {
    var fingerprints = ContiguousArray<Elements.Fingerprint>()
    fingerprints.reserveCapacity(items.count)
    for item in items {
      switch item {
      case .text(let text):
        fingerprints.append(0)
        dispositions += repeatElement(.insert, count: text.count)
      case .token(let token):
        let key = policy == .allow ? nil : adapter.key(of: token)
        fingerprints.append(key.map { KeyFingerprint.fingerprint(of: $0) } ?? 0)
        dispositions.append(disposition(of: token, key, in: pasted, adapter))
      }
    }
    return fingerprints
  }

  /// Returns the disposition of the next token with regard to the tokens before it.
  ///
  /// - Parameter key: The key of the token, or `nil` if duplicates are allowed.
  private mutating func disposition(
    of token: Adapter.Token, _ key: String?, in pasted: Elements, _ adapter: Adapter
  )
    -> Disposition
  {
    let index = dispositions.count
    if let key, keys.insert(key, at: index, where: { pasted[$0].token.map(adapter.key) == key }) != nil {
      duplicateCount += 1
      return .skip
    }
    let id = token.id
    let isOther = !hasIdentities || identities.insert(id, at: index) { pasted[$0].token?.id == id } == nil
    return isOther ? .insert : .insertCopy
  }
}

// Matching the existing elements.
extension PasteMerge {
  /// Matches existing elements with the pasted ones, from an element to the end of its block.
  ///
  /// - Returns: The cost of the step.
  private mutating func match(_ element: Int, in editor: inout TokenEditor<Adapter>) -> Int {
    let (block, first) = editor.elements.location(of: element)
    let hadFingerprints = policy == .allow || editor.computeFingerprints(ofBlock: block)
    let (current, adapter) = (editor.elements.blocks[block], editor.adapter)
    let fingerprints = policy == .allow ? nil : current.fingerprints
    let start = element - first
    var cost = hadFingerprints ? current.items.count / PasteCost.skippedElements + 1 : current.items.count
    phase = .matching(element: start + current.count)
    for item in current.items.indices[current.item(at: first)...] {
      let isMatch = fingerprints.map { keys.mayContain($0[item]) } ?? false
      guard isMatch || hasIdentities, let token = current.items[item].token else { continue }
      let index = start + current.start(ofItem: item)
      guard !replaced.covers(index) else { continue }
      cost += PasteCost.lookedUpElement
      if hasIdentities { matchIdentity(token.id) }
      if isMatch { matchKey(adapter.key(of: token), at: index, of: adapter) }
    }
    return cost
  }

  private mutating func matchIdentity(_ id: Adapter.Token.ID) {
    guard let index = identities.index(of: id, where: { pasted[$0].token?.id == id }),
      case .insert = dispositions[index]
    else { return }
    dispositions[index] = .insertCopy
  }

  private mutating func matchKey(_ key: String, at index: Int, of adapter: Adapter) {
    let first = keys.index(of: key) { pasted[$0].token.map(adapter.key) == key }
    guard let first else { return }
    if case .duplicate = dispositions[first] { return }
    dispositions[first] = .duplicate(index)
    duplicateCount += 1
    if let last = existingDuplicates.last, last.upperBound == index, index != insertionIndex {
      existingDuplicates[existingDuplicates.count - 1] = last.lowerBound..<index + 1
    } else {
      existingDuplicates.append(index..<index + 1)
    }
  }

  /// Ends the matching phase and releases its maps.
  private mutating func endMatching() {
    (keys, identities) = (FirstOccurrenceMap(capacity: 0), FirstOccurrenceMap(capacity: 0))
    phase = .collecting(block: 0, element: 0)
  }
}

extension [Range<Int>] {
  /// Returns whether one of the ranges contains a number. The ranges are in order and do not
  /// overlap.
  ///
  /// - Complexity: O(log *n*).
  fileprivate func covers(_ number: Int) -> Bool {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if self[middle].contains(number) { return true }
      if self[middle].lowerBound > number { end = middle } else { start = middle + 1 }
    }
    return false
  }
}

// Collecting the elements to insert, and planning removals.
extension PasteMerge {
  /// Collects the elements to insert from a pasted block, with the fingerprints of their keys.
  ///
  /// - Parameter start: The index of the first element of the block.
  /// - Returns: The cost of the step.
  mutating func collect(_ block: Int, from start: Int, in editor: inout TokenEditor<Adapter>) -> Int {
    let pastedBlock = pasted.blocks[block]
    let range = start..<start + pastedBlock.count
    phase = .collecting(block: block + 1, element: range.upperBound)
    let isWhole = dispositions[range].allSatisfy { if case .insert = $0 { true } else { false } }
    if isWhole { return builder.append(pasted, range) + pastedBlock.count / PasteCost.sharedElements + 1 }
    for (index, item) in pastedBlock.items.enumerated() {
      switch item {
      case .text(let text): builder.append(text: text.string)
      case .token(let token):
        collect(
          token, at: start + pastedBlock.start(ofItem: index), fingerprint: pastedBlock.fingerprints?[index],
          in: &editor)
      }
    }
    return pastedBlock.count
  }

  private mutating func collect(
    _ token: Adapter.Token, at index: Int, fingerprint: Elements.Fingerprint?,
    in editor: inout TokenEditor<Adapter>
  ) {
    switch dispositions[index] {
    case .insert: builder.append(token, fingerprint: fingerprint)
    case .skip: cost -= editor.cost(of: .token(token))
    case .duplicate(let duplicate):
      cost -= editor.cost(of: .token(token))
      if policy == .move {
        // The duplicate has the same key, so it has the same fingerprint.
        if let existing = editor.elements[duplicate].token {
          builder.append(existing, fingerprint: fingerprint)
        }
      } else if index == 0 {
        // If the first token is refused, the text typed before it stays.
        joinedCount = 0
      }
    case .insertCopy: collectCopy(token, in: &editor)
    }
  }

  /// Collects a copy of a token with a new identity. Skips a token that cannot be copied.
  private mutating func collectCopy(_ token: Adapter.Token, in editor: inout TokenEditor<Adapter>) {
    cost -= editor.cost(of: .token(token))
    guard let copy = editor.adapter.copy(of: token) else {
      uncopyableCount += 1
      return
    }
    cost += editor.cost(of: .token(copy))
    builder.append(
      copy, fingerprint: policy == .allow ? nil : KeyFingerprint.fingerprint(of: .token(copy), editor.adapter)
    )
  }

  /// Ends the collecting phase.
  ///
  /// - Returns: The cost of the step.
  mutating func endCollecting() -> Int {
    let cost = PasteCost.freedBlock * pasted.blocks.count
    // Released immediately: the content that was read also owns these elements.
    (elements, pasted, builder) = (builder.build(), Elements(), Elements.Builder())
    beginRemoving()
    return cost
  }

  /// Starts the removing phase. Reserves space for the maximum number of ranges on either side.
  mutating func beginRemoving() {
    let count = (policy == .move ? existingDuplicates.count : 0) + replaced.count
    before.reserve(count)
    after.reserve(count)
    phase = .removing(duplicate: 0, replaced: 1)
  }

  /// Plans the removal of the next range: a duplicate, or a selected range other than the first.
  ///
  /// - Returns: The cost of the step.
  mutating func planRemoval(_ duplicate: Int, _ range: Int, in elements: Elements) -> Int {
    let removed = policy == .move ? existingDuplicates[duplicate...].first : nil
    let next = range < replaced.count ? replaced[range] : nil
    if let removed, removed.lowerBound < next?.lowerBound ?? .max {
      phase = .removing(duplicate: duplicate + 1, replaced: range)
      return planRemoval(of: removed, in: elements)
    }
    guard let next else {
      phase = .done
      return 0
    }
    phase = .removing(duplicate: duplicate, replaced: range + 1)
    return planRemoval(of: next, in: elements)
  }

  private mutating func planRemoval(of range: Range<Int>, in elements: Elements) -> Int {
    if range.upperBound <= insertionIndex { return before.add(range, of: elements) }
    if range.lowerBound > selected.upperBound { return after.add(range, of: elements) }
    adjacentRemovalCount = range.count
    return 0
  }
}
