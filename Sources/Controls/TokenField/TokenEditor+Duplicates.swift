// What may be put in beside what is there.
extension TokenEditor {
  /// Where the tokens that come back at another place were.
  typealias Twin = (index: Int, token: Token)

  /// What of some units may be put in. Tokens that are here already are refused, or those that are
  /// here come instead of them (`DuplicatePolicy`), which a remark tells. Tokens have identities of
  /// their own afterwards; those that can't have one are left out, which a remark tells too.
  ///
  /// - Parameter hasIdentities: Whether tokens have identities that may be here already.
  /// - Returns: The units, and which of those that are here have to go, in their order.
  mutating func admit(
    _ new: [Units.Unit], withIdentities hasIdentities: Bool
  ) -> (units: [Units.Unit], twins: [Int]) {
    let (twins, moves) = (twins(of: new), configuration.duplicates == .move)
    var free = hasIdentities ? freeIdentities(of: new) : nil
    var (admitted, seen): ([Units.Unit], Set<String>) = ([], [])
    var (knownCount, lostCount) = (0, 0)
    for unit in new {
      guard let token = unit.token else {
        admitted.append(unit)
        continue
      }
      if configuration.duplicates != .allow {
        let key = kind.key(of: token)
        let (isFirst, twin) = (seen.insert(key).inserted, twins[key])
        if !isFirst || twin != nil { knownCount += 1 }
        if let twin, isFirst, moves { admitted.append(.token(twin.token)) }
        guard isFirst, twin == nil else { continue }
      }
      if free == nil || free?.remove(token.id) != nil {
        admitted.append(unit)
      } else if let copy = kind.copy(of: token) {
        admitted.append(.token(copy))
      } else {
        lostCount += 1
      }
    }
    if lostCount > 0 { remark(lostCount, "can't be there twice", "can't be there twice") }
    if knownCount > 0 {
      let tokens = twins.values.sorted { $0.index < $1.index }.map(\.token.id)
      remark(knownCount, "was there already", "were there already", pointingOut: tokens)
    }
    return (admitted, moves ? twins.values.map(\.index).sorted() : [])
  }

  /// Tells of so many tokens in a sentence.
  private mutating func remark(
    _ count: Int, _ one: String, _ many: String, pointingOut tokens: [Token.ID] = []
  ) {
    remark(count == 1 ? "One \(one)" : "\(count) \(many)", pointingOut: tokens)
  }

  /// The tokens that are here already, by the keys of some that are not.
  ///
  /// - Complexity: O(*m*) in the number of units that are new; O(*m* + *n*) where there are such
  ///   tokens.
  private mutating func twins(of new: [Units.Unit]) -> [String: Twin] {
    guard configuration.duplicates != .allow else { return [:] }
    var (twins, known): ([String: Twin], Set<String>) = ([:], [])
    for unit in new {
      guard let key = unit.token.map(kind.key), isThere(key) else { continue }
      known.insert(key)
    }
    guard !known.isEmpty else { return [:] }
    var index = 0
    for unit in units {
      if let token = unit.token, case let key = kind.key(of: token), known.remove(key) != nil {
        twins[key] = (index, token)
      }
      index += 1
    }
    return twins
  }

  /// The identities of some tokens that no token has yet.
  private func freeIdentities(of new: [Units.Unit]) -> Set<Token.ID> {
    var free = Set(new.compactMap { $0.token?.id })
    guard !free.isEmpty else { return [] }
    for unit in units { if let id = unit.token?.id { free.remove(id) } }
    return free
  }
}
