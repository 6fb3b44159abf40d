// Taking what is put in, and parting with what has to go for it.
extension PasteInsertion {
  /// Takes what may be put in of a block of what is pasted, with the marks of its keys.
  ///
  /// - Parameter start: The index of its first unit.
  /// - Returns: What it has cost.
  mutating func take(
    _ block: Int, from start: Int, in editor: inout TokenEditor<Kind>
  ) -> Int {
    let (units, marks) = (pasted.blocks[block].units, pasted.blocks[block].marks)
    let range = start..<start + units.count
    stage = .taking(block: block + 1, unit: range.upperBound)
    let isWhole = fates[range].allSatisfy { if case .taken = $0 { true } else { false } }
    if isWhole {
      return builder.append(pasted, range) + units.count / PasteCost.sharedUnits + 1
    }
    for (offset, unit) in units.enumerated() {
      take(unit, at: start + offset, mark: marks?[offset], in: &editor)
    }
    return units.count
  }

  private mutating func take(
    _ unit: Units.Unit, at index: Int, mark: Units.Mark?, in editor: inout TokenEditor<Kind>
  ) {
    switch fates[index] {
    case .taken: builder.append(unit, mark: mark)
    case .dropped: cost -= editor.cost(of: unit)
    case .twin(let twin):
      cost -= editor.cost(of: unit)
      if policy == .move {
        // Of the same key, so of the same mark.
        builder.append(editor.units[twin], mark: mark)
      } else if index == 0 {
        // Where the first one is refused, what was typed stays.
        joinedCount = 0
      }
    case .copied: copy(unit, in: &editor)
    }
  }

  /// Takes a token with an identity of its own; where it can't have one it is left out.
  private mutating func copy(_ unit: Units.Unit, in editor: inout TokenEditor<Kind>) {
    cost -= editor.cost(of: unit)
    guard let copy = unit.token.flatMap({ editor.kind.copy(of: $0) }) else {
      lostCount += 1
      return
    }
    let new = Units.Unit.token(copy)
    cost += editor.cost(of: new)
    builder.append(new, mark: policy == .allow ? nil : KeyMark.mark(of: new, editor.kind))
  }

  /// All of it is taken.
  ///
  /// - Returns: What it has cost.
  mutating func endTaking() -> Int {
    let cost = PasteCost.freedBlock * pasted.blocks.count
    // Freed at once: its units are also held by what was read.
    (units, pasted, builder) = (builder.end(), Units(), HealingBuilder())
    beginParting()
    return cost
  }

  /// What is put in is known; what has to go for it is noted, as much on either side as there may be.
  mutating func beginParting() {
    let count = (policy == .move ? twins.count : 0) + replaced.count
    before.reserve(count)
    behind.reserve(count)
    stage = .parting(twin: 0, replaced: 1)
  }

  /// Parts with the next range that has to go, of twins, and of what is selected besides the first.
  ///
  /// - Returns: What it has cost.
  mutating func part(_ twin: Int, _ range: Int, in units: Units) -> Int {
    let leaving = policy == .move ? twins[twin...].first : nil
    let next = range < replaced.count ? replaced[range] : nil
    if let leaving, leaving.lowerBound < next?.lowerBound ?? .max {
      stage = .parting(twin: twin + 1, replaced: range)
      return part(with: leaving, of: units)
    }
    guard let next else {
      stage = .done
      return 0
    }
    stage = .parting(twin: twin, replaced: range + 1)
    return part(with: next, of: units)
  }

  private mutating func part(with range: Range<Int>, of units: Units) -> Int {
    if range.upperBound <= gap { return before.add(range, of: units) }
    if range.lowerBound > selected.upperBound { return behind.add(range, of: units) }
    neighbourCount = range.count
    return 0
  }
}
