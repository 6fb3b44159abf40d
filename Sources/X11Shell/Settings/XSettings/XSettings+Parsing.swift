extension XSettings {
  /// Reads the property `_XSETTINGS_SETTINGS`.
  ///
  /// Nothing is believed of what the bytes say of themselves: lengths and counts are followed only
  /// as far as there are bytes.
  ///
  /// - Parameter bytes: Whatever a client has put there.
  /// - Returns: `nil` where it is not what the specification describes; bytes behind the last
  ///   setting are passed over.
  /// - Complexity: O(*n*) in the number of bytes.
  init?(_ bytes: [UInt8]) {
    var reader = XSettingsReader(bytes)
    guard reader.readByteOrder(), reader.skip(3), reader.readWord() != nil,
      let count = reader.readWord()
    else { return nil }
    self.init()
    for _ in 0..<count {
      guard read(&reader) else { return nil }
    }
  }

  /// Reads one setting, and keeps it where it is one of those that matter.
  ///
  /// - Returns: Whether there was one.
  private mutating func read(_ reader: inout XSettingsReader) -> Bool {
    guard let type = reader.readByte(), reader.skip(1), let length = reader.readHalfWord(),
      let name = reader.readPadded(Int(length)), reader.readWord() != nil
    else { return false }
    switch type {
    case 0:
      guard let number = reader.readWord() else { return false }
      keep(.integer(Int32(bitPattern: number)), as: name)
    case 1:
      guard let length = reader.readWord(), let text = reader.readPadded(Int(length)) else {
        return false
      }
      keep(.string(String(decoding: text, as: UTF8.self)), as: name)
    case 2:
      // Red, green, blue and alpha, of 16 bits each.
      return reader.skip(8)
    default:
      return false
    }
    return true
  }

  private mutating func keep(_ value: @autoclosure () -> Value, as name: ArraySlice<UInt8>) {
    guard let name = Name(rawValue: String(decoding: name, as: UTF8.self)) else { return }
    set(name, to: value())
  }
}

/// Walks through bytes of which nothing is certain, not even how many there are.
private struct XSettingsReader {
  private var rest: ArraySlice<UInt8>
  private var isBigEndian = false

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// `LSBFirst` or `MSBFirst`, the X protocol's numbers; all that follows is in that order.
  mutating func readByteOrder() -> Bool {
    guard let order = readByte(), order <= 1 else { return false }
    isBigEndian = order == 1
    return true
  }

  mutating func readByte() -> UInt8? { rest.popFirst() }

  mutating func readHalfWord() -> UInt16? { readNumber(2).map { UInt16(truncatingIfNeeded: $0) } }

  mutating func readWord() -> UInt32? { readNumber(4) }

  /// Reads bytes and what fills them up to a multiple of four.
  mutating func readPadded(_ count: Int) -> ArraySlice<UInt8>? {
    let bytes = rest.prefix(count)
    return skip((count + 3) & ~3) ? bytes : nil
  }

  /// - Returns: `false` where there are not so many.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= rest.count else { return false }
    rest.removeFirst(count)
    return true
  }

  private mutating func readNumber(_ count: Int) -> UInt32? {
    guard let bytes = readBytes(count) else { return nil }
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    let bytes = rest.prefix(count)
    return skip(count) ? bytes : nil
  }
}
