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
