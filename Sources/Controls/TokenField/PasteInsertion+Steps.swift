// Finding out, step by step.
extension PasteInsertion {
  /// Goes on.
  ///
  /// - Parameters:
  ///   - editor: In which it holds.
  ///   - limit: After about how much to stop: 1 is a token whose key is asked for.
  /// - Returns: Whether all is known.
  /// - Complexity: O(`limit`); all steps together O(*m* + *n*).
  mutating func goOn(in editor: inout TokenEditor<Kind>, atMost limit: Int) -> Bool {
    var left = limit
    while true {
      if isKnown { return true }
      guard left > 0 else { return false }
      switch stage {
      case .telling(let block) where block < new.blocks.count:
        left -= tell(block, of: editor.kind)
        stage = .telling(block: block + 1)
      case .telling: stage = .comparing(unit: 0)
      case .comparing(let unit) where unit < editor.units.count:
        left -= compare(from: unit, in: &editor)
      case .comparing: beginSorting()
      case .sorting(let block, let unit) where block < new.blocks.count:
        left -= sort(block, from: unit, in: &editor)
        stage = .sorting(block: block + 1, unit: unit + new.blocks[block].units.count)
      case .sorting:
        left -= 2 * new.blocks.count
        // Freed at once: its units are also held by what was read.
        (new, fates, stage) = (builder.end(), [], .parting(twin: 0, replaced: 1))
        (builder, isRebuilt) = (HealingBuilder(), true)
      case .parting(let twin, let range): left -= part(twin, range, in: editor.units)
      case .done: break
      }
    }
  }

  /// Takes note of a block of what is pasted.
  ///
  /// - Returns: What it has cost.
  private mutating func tell(_ block: Int, of kind: Kind) -> Int {
    let marks = tell(new.blocks[block].units, of: new, kind)
    if policy != .allow { new.mark(block: block, with: marks) }
    // With what memory costs that is new.
    return 3 * marks.count
  }

  /// - Returns: Their marks.
  private mutating func tell(
    _ units: ContiguousArray<Units.Unit>, of new: Units, _ kind: Kind
  ) -> ContiguousArray<Units.Mark> {
    var marks = ContiguousArray<Units.Mark>()
    marks.reserveCapacity(units.count)
    for unit in units {
      let index = fates.count
      var (fate, mark) = (Fate.taken, Units.Mark(0))
      if let token = unit.token, policy != .allow {
        let key = kind.key(of: token)
        mark = KeyMark.mark(of: key)
        let first = keys.insert(key, at: index) { new[$0].token.map(kind.key) == key }
        if first != nil {
          fate = .dropped
          knownCount += 1
        }
      }
      if let token = unit.token, hasIdentities, case .taken = fate {
        let first = identities.insert(token.id, at: index) { new[$0].token?.id == token.id }
        if first != nil { fate = .copied }
      }
      fates.append(fate)
      marks.append(mark)
    }
    return marks
  }

  /// Looks for what is pasted in what is there, from a unit to the end of its block.
  ///
  /// - Returns: What it has cost.
  private mutating func compare(from unit: Int, in editor: inout TokenEditor<Kind>) -> Int {
    let (block, first) = editor.units.place(of: unit)
    let isMarked = policy == .allow || editor.markKeys(ofBlock: block)
    let (units, kind) = (editor.units.blocks[block].units, editor.kind)
    let unitMarks = policy == .allow ? nil : editor.units.blocks[block].marks
    let start = unit - first
    var cost = isMarked ? units.count / 16 + 1 : units.count
    stage = .comparing(unit: start + units.count)
    for offset in units.indices[first...] {
      let isSought = unitMarks.map { keys.mayHave($0[offset]) } ?? false
      guard isSought || hasIdentities, let token = units[offset].token,
        !replaced.contains(where: { $0.contains(start + offset) })
      else { continue }
      cost += 2
      if hasIdentities { compareIdentity(token.id) }
      if isSought { compareKey(kind.key(of: token), at: start + offset, of: kind) }
    }
    return cost
  }

  private mutating func compareIdentity(_ id: Kind.Token.ID) {
    guard let index = identities.place(of: id, where: { new[$0].token?.id == id }),
      case .taken = fates[index]
    else { return }
    fates[index] = .copied
  }

  private mutating func compareKey(_ key: String, at index: Int, of kind: Kind) {
    let twin = keys.place(of: key) { new[$0].token.map(kind.key) == key }
    guard let place = twin else { return }
    if case .twin = fates[place] { return }
    fates[place] = .twin(index)
    knownCount += 1
    if let last = twins.last, last.upperBound == index, index != gap {
      twins[twins.count - 1] = last.lowerBound..<index + 1
    } else {
      twins.append(index..<index + 1)
    }
  }

  /// All that has to be known is known.
  private mutating func beginSorting() {
    (keys, identities) = (KeyPlaces(capacity: 0), KeyPlaces(capacity: 0))
    stage = .sorting(block: 0, unit: 0)
  }

  /// Takes what may be put in of a block of what is pasted, with the marks of its keys.
  ///
  /// - Parameter start: The index of its first unit.
  /// - Returns: What it has cost.
  private mutating func sort(
    _ block: Int, from start: Int, in editor: inout TokenEditor<Kind>
  ) -> Int {
    let (units, marks) = (new.blocks[block].units, new.blocks[block].marks)
    let isWhole = fates[start..<start + units.count].allSatisfy {
      if case .taken = $0 { true } else { false }
    }
    if isWhole {
      return builder.append(new, start..<start + units.count) + units.count / 4 + 1
    }
    for (offset, unit) in units.enumerated() {
      switch fates[start + offset] {
      case .taken: builder.append(unit, mark: marks?[offset])
      case .dropped: cost -= editor.cost(of: unit)
      case .twin(let index):
        cost -= editor.cost(of: unit)
        if policy == .move {
          // Of the same key, so of the same mark.
          builder.append(editor.units[index], mark: marks?[offset])
        } else if start + offset == 0 {
          // Where the first one is refused, what was typed stays.
          joinedCount = 0
        }
      case .copied: copy(unit, in: &editor)
      }
    }
    return units.count
  }

  /// Parts with the next range that has to go, of twins and of what is selected besides the first.
  ///
  /// - Returns: What it has cost.
  private mutating func part(_ twin: Int, _ range: Int, in units: Units) -> Int {
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
}
