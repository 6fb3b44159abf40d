/// A value in a message of D-Bus, as far as it is of use here.
indirect enum BusValue: Hashable, Sendable {
  case string(String)
  /// UINT32.
  case unsigned(UInt32)
  case double(Double)
  case boolean(Bool)
  /// An array, a structure or a dictionary's entry: what it holds, in order.
  case container([BusValue])
  case variant(BusValue)
  /// Of a type that nothing here asks for, or nested too deep.
  case other

  /// How deep containers are looked into; the deepest answer that is asked for has five levels.
  static let depth = 8

  /// The value in variants, however many lie around each other.
  var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// Of a dictionary: all entries of which each is a pair.
  var entries: [(key: BusValue, value: BusValue)] {
    guard case .container(let entries) = unwrapped else { return [] }
    return entries.compactMap { entry in
      guard case .container(let pair) = entry, pair.count == 2 else { return nil }
      return (pair[0], pair[1])
    }
  }

  /// Of a dictionary: the value of the first entry with such a key.
  func first(where isMeant: (BusValue) -> Bool) -> BusValue? {
    entries.first { isMeant($0.key) }?.value
  }
}
