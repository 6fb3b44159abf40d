/// A value in a D-Bus message, limited to the types that this module uses.
indirect enum BusValue: Hashable, Sendable {
  case string(String)
  /// A value of type UINT32.
  case unsigned(UInt32)
  case double(Double)
  case boolean(Bool)
  /// An array, a structure or a dictionary entry, with its elements in order.
  case container([BusValue])
  case variant(BusValue)
  /// A value of another type, or nested too deeply.
  case other

  /// The maximum nesting depth that is read. The deepest expected reply has five levels.
  static let maximumDepth = 8

  /// The value without enclosing variants.
  var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The entries, if the value is a dictionary. Entries that are not pairs are skipped.
  var entries: [(key: BusValue, value: BusValue)] {
    guard case .container(let entries) = unwrapped else { return [] }
    return entries.compactMap { entry in
      guard case .container(let pair) = entry, pair.count == 2 else { return nil }
      return (pair[0], pair[1])
    }
  }

  /// Returns the value of the first dictionary entry whose key satisfies a predicate.
  func first(where predicate: (BusValue) -> Bool) -> BusValue? { entries.first { predicate($0.key) }?.value }
}
