/// What the steps of a paste cost, so that each takes about the same time whatever it does: 1 is a token
/// whose key is asked for, some quarter of a microsecond.
enum PasteCost {
  /// To note a unit that is pasted: besides its key there is a hash to be made, and memory that is new.
  static let notedUnit = 3
  /// To look for a token that is there among those.
  static let soughtUnit = 2
  /// How many units there are passed over by their marks for 1.
  static let passedUnits = 16
  /// How many units are looked at for 1 where their block is taken as it is.
  static let sharedUnits = 4
  /// To free the marks of a block.
  static let freedBlock = 2
}

// Finding out, step by step.
extension PasteInsertion {
  /// Goes on.
  ///
  /// - Parameters:
  ///   - editor: In which it holds.
  ///   - limit: After how much to stop, by `PasteCost`.
  /// - Returns: Whether all is known.
  /// - Complexity: O(`limit`); all steps together O(*m* + *n*).
  mutating func goOn(in editor: inout TokenEditor<Kind>, atMost limit: Int) -> Bool {
    var left = limit
    while !isKnown {
      guard left > 0 else { return false }
      left -= step(in: &editor)
    }
    return true
  }

  /// - Returns: What it has cost.
  private mutating func step(in editor: inout TokenEditor<Kind>) -> Int {
    switch stage {
    case .noting(let block) where block < pasted.blocks.count: return note(block, of: editor.kind)
    case .noting: stage = .comparing(unit: 0)
    case .comparing(let unit) where unit < editor.units.count: return compare(unit, in: &editor)
    case .comparing: endComparing()
    case .taking(let block, let unit) where block < pasted.blocks.count:
      return take(block, from: unit, in: &editor)
    case .taking: return endTaking()
    case .parting(let twin, let range): return part(twin, range, in: editor.units)
    case .done: break
    }
    return 0
  }
}

// What is pasted.
extension PasteInsertion {
  /// Takes note of a block.
  ///
  /// - Returns: What it has cost.
  private mutating func note(_ block: Int, of kind: Kind) -> Int {
    let marks = note(pasted.blocks[block].units, of: pasted, kind)
    if policy != .allow { pasted.mark(block: block, with: marks) }
    stage = .noting(block: block + 1)
    return PasteCost.notedUnit * marks.count
  }

  /// - Parameter pasted: All that is pasted; by itself, so that it can be looked at meanwhile.
  /// - Returns: Their marks.
  private mutating func note(
    _ units: ContiguousArray<Units.Unit>, of pasted: Units, _ kind: Kind
  ) -> ContiguousArray<Units.Mark> {
    var marks = ContiguousArray<Units.Mark>()
    marks.reserveCapacity(units.count)
    for unit in units {
      let key = policy == .allow ? nil : unit.token.map(kind.key)
      marks.append(key.map { KeyMark.mark(of: $0) } ?? 0)
      fates.append(unit.token.map { fate(of: $0, key, in: pasted, kind) } ?? .taken)
    }
    return marks
  }

  /// What becomes of the next token by those before it.
  ///
  /// - Parameter key: By which it is told from them; `nil` where they may have the same.
  private mutating func fate(
    of token: Kind.Token, _ key: String?, in pasted: Units, _ kind: Kind
  ) -> Fate {
    let index = fates.count
    if let key,
      keys.insert(key, at: index, where: { pasted[$0].token.map(kind.key) == key }) != nil
    {
      knownCount += 1
      return .dropped
    }
    let id = token.id
    let isOther =
      !hasIdentities || identities.insert(id, at: index) { pasted[$0].token?.id == id } == nil
    return isOther ? .taken : .copied
  }
}

// What is there.
extension PasteInsertion {
  /// Looks for what is pasted, from a unit to the end of its block.
  ///
  /// - Returns: What it has cost.
  private mutating func compare(_ unit: Int, in editor: inout TokenEditor<Kind>) -> Int {
    let (block, first) = editor.units.place(of: unit)
    let isMarked = policy == .allow || editor.markKeys(ofBlock: block)
    let (units, kind) = (editor.units.blocks[block].units, editor.kind)
    let unitMarks = policy == .allow ? nil : editor.units.blocks[block].marks
    let start = unit - first
    var cost = isMarked ? units.count / PasteCost.passedUnits + 1 : units.count
    stage = .comparing(unit: start + units.count)
    for offset in units.indices[first...] {
      let isSought = unitMarks.map { keys.mayHave($0[offset]) } ?? false
      guard isSought || hasIdentities, let token = units[offset].token,
        !replaced.covers(start + offset)
      else { continue }
      cost += PasteCost.soughtUnit
      if hasIdentities { compareIdentity(token.id) }
      if isSought { compareKey(kind.key(of: token), at: start + offset, of: kind) }
    }
    return cost
  }

  private mutating func compareIdentity(_ id: Kind.Token.ID) {
    guard let index = identities.place(of: id, where: { pasted[$0].token?.id == id }),
      case .taken = fates[index]
    else { return }
    fates[index] = .copied
  }

  private mutating func compareKey(_ key: String, at index: Int, of kind: Kind) {
    let first = keys.place(of: key) { pasted[$0].token.map(kind.key) == key }
    guard let first else { return }
    if case .twin = fates[first] { return }
    fates[first] = .twin(index)
    knownCount += 1
    if let last = twins.last, last.upperBound == index, index != gap {
      twins[twins.count - 1] = last.lowerBound..<index + 1
    } else {
      twins.append(index..<index + 1)
    }
  }

  /// All that has to be known of what is there is known.
  private mutating func endComparing() {
    (keys, identities) = (KeyPlaces(capacity: 0), KeyPlaces(capacity: 0))
    stage = .taking(block: 0, unit: 0)
  }
}

extension [Range<Int>] {
  /// Whether a number is in one of them, which are in their order and apart.
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
