extension XSettings {
  /// Parses the property `_XSETTINGS_SETTINGS`.
  ///
  /// The parser does not trust the lengths and counts in the data. It follows them only as far as
  /// there are bytes.
  ///
  /// - Parameter bytes: Arbitrary data written by another client.
  /// - Returns: `nil` if the data does not follow the specification. Bytes after the last setting
  ///   are ignored.
  /// - Complexity: O(*n*) in the number of bytes.
  init?(_ bytes: [UInt8]) {
    var reader = XSettingsReader(bytes)
    guard reader.readByteOrder(), reader.skip(3), reader.readWord() != nil, let count = reader.readWord()
    else { return nil }
    self.init()
    for _ in 0..<count { guard read(&reader) else { return nil } }
  }

  /// Parses one setting and stores it if it is one of the supported names.
  ///
  /// - Returns: Whether the setting is complete and valid.
  private mutating func read(_ reader: inout XSettingsReader) -> Bool {
    guard let type = reader.readByte(), reader.skip(1), let length = reader.readHalfWord(),
      let name = reader.readPadded(Int(length)), reader.readWord() != nil
    else { return false }
    switch type {
    case 0:
      guard let number = reader.readWord() else { return false }
      store(.integer(Int32(bitPattern: number)), as: name)
    case 1:
      guard let length = reader.readWord(), let text = reader.readPadded(Int(length)) else { return false }
      store(.string(String(decoding: text, as: UTF8.self)), as: name)
    case 2:
      // Red, green, blue and alpha, 16 bits each.
      return reader.skip(8)
    default: return false
    }
    return true
  }

  private mutating func store(_ value: @autoclosure () -> Value, as name: ArraySlice<UInt8>) {
    guard let name = Name(rawValue: String(decoding: name, as: UTF8.self)) else { return }
    set(name, to: value())
  }
}

/// A bounds-checked reader of untrusted bytes.
private struct XSettingsReader {
  private var remainder: ArraySlice<UInt8>
  private var isBigEndian = false

  init(_ bytes: [UInt8]) { remainder = bytes[...] }

  /// Reads the byte order, `LSBFirst` or `MSBFirst` of the X protocol, which applies to all that
  /// follows.
  mutating func readByteOrder() -> Bool {
    guard let order = readByte(), order <= 1 else { return false }
    isBigEndian = order == 1
    return true
  }

  mutating func readByte() -> UInt8? { remainder.popFirst() }

  mutating func readHalfWord() -> UInt16? { readNumber(2).map { UInt16(truncatingIfNeeded: $0) } }

  mutating func readWord() -> UInt32? { readNumber(4) }

  /// Reads bytes and the padding up to a multiple of four.
  mutating func readPadded(_ count: Int) -> ArraySlice<UInt8>? {
    let bytes = remainder.prefix(count)
    return skip((count + 3) & ~3) ? bytes : nil
  }

  /// - Returns: `false` if there are fewer bytes.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= remainder.count else { return false }
    remainder.removeFirst(count)
    return true
  }

  private mutating func readNumber(_ count: Int) -> UInt32? {
    guard let bytes = readBytes(count) else { return nil }
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    let bytes = remainder.prefix(count)
    return skip(count) ? bytes : nil
  }
}
