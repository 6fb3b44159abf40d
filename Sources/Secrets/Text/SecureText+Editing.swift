extension SecureText {
  /// What became of text that was to be inserted.
  public enum Insertion: Hashable, Sendable {
    /// It is in. The caret belongs before the grapheme with this index: the first border between
    /// graphemes at or after the end of what was inserted, which may have merged with its
    /// neighbours.
    case inserted(caret: Int)
    /// Nothing of it was taken, and nothing changed.
    case refused(Refusal)
  }

  /// Why text is not accepted.
  public enum Refusal: Hashable, Sendable {
    /// There would be more than `SecureText.capacity` scalars in NFC.
    case tooLong
    /// It has a control character (general category Cc): a line end, a tab, NUL. Few of the places
    /// where a password is asked for can take one.
    case controlCharacter
    /// It is not UTF-8.
    case invalidUTF8
  }

  /// Puts all of some text in the place of some graphemes, or leaves everything as it is.
  ///
  /// - Parameter graphemes: Empty where text is only to come before one.
  /// - Precondition: `graphemes` lies within `0...graphemeCount`.
  /// - Complexity: O(*n*) in the length of both texts; that of `normalized` where they have more bytes
  ///   than the text may have scalars.
  public mutating func replace(graphemes: Range<Int>, with utf8: Span<UInt8>) -> Insertion {
    let replaced = byteRange(of: graphemes)
    if let refusal = Self.refusal(of: utf8) { return .refused(refusal) }
    guard splice(utf8, overFitting: replaced) else { return .refused(.tooLong) }
    return .inserted(caret: graphemeIndex(atOrAfter: replaced.lowerBound + utf8.count))
  }

  /// Takes the whole of another text instead of what is here.
  ///
  /// - Complexity: O(*n*) in the length of both texts.
  public mutating func replaceAll(with other: borrowing SecureText) {
    let all = 0..<byteCount
    other.withCodeUnits { splice($0.span, over: all) }
  }

  /// Adds a character of ASCII at the end, straight from a register.
  ///
  /// - Precondition: There is room for it.
  mutating func append(ascii byte: UInt8) {
    precondition(byte < 0x80 && byteCount < Self.byteCapacity, "\(byteCount) bytes are all")
    let end = byteCount
    storage.withUnsafeMutablePointer { $0[end] = byte }
    byteCount = end + 1
    generation += 1
  }

  /// Removes some graphemes.
  ///
  /// - Returns: Where the caret belongs: the first border between graphemes at or after the gap,
  ///   whose two sides may have merged.
  /// - Precondition: `graphemes` lies within `0...graphemeCount`.
  /// - Complexity: O(*n*) in the text's length.
  @discardableResult
  public mutating func remove(graphemes: Range<Int>) -> Int {
    let removed = byteRange(of: graphemes)
    splice(Span(), over: removed)
    return graphemeIndex(atOrAfter: removed.lowerBound)
  }

  /// Some graphemes in locked memory of their own.
  ///
  /// - Precondition: `graphemes` lies within `0...graphemeCount`.
  /// - Complexity: O(*n*) in the text's length.
  public func copy(graphemes: Range<Int>) -> SecureText {
    let range = byteRange(of: graphemes)
    var copy = SecureText()
    storage.withSpan { copy.splice($0.extracting(range), over: 0..<0) }
    return copy
  }

  /// Removes and wipes the whole text.
  public mutating func removeAll() {
    storage.wipe(0..<storage.count)
    byteCount = 0
    generation += 1
  }

  /// Where some graphemes lie in the storage.
  private func byteRange(of graphemes: Range<Int>) -> Range<Int> {
    precondition(graphemes.lowerBound >= 0, "grapheme \(graphemes.lowerBound) is before the start")
    return withCodeUnits { utf8 in
      var iterator = utf8.makeCharacterIterator()
      let skipped = iterator.skipForward(by: graphemes.lowerBound)
      let start = iterator.currentCodeUnitOffset
      let count = skipped + iterator.skipForward(by: graphemes.count)
      precondition(count == graphemes.upperBound, "\(graphemes) passes the end at \(count)")
      return start..<iterator.currentCodeUnitOffset
    }
  }

  /// The first border between graphemes at or after a byte.
  private func graphemeIndex(atOrAfter byte: Int) -> Int {
    withCodeUnits { utf8 in
      var iterator = utf8.makeCharacterIterator()
      var index = 0
      while iterator.currentCodeUnitOffset < byte { index += iterator.skipForward() }
      return index
    }
  }

  private static func refusal(of utf8: Span<UInt8>) -> Refusal? {
    guard let inserted = try? UTF8Span(validating: utf8) else { return .invalidUTF8 }
    var scalars = inserted.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if scalar.properties.generalCategory == .control { return .controlCharacter }
    }
    return nil
  }

  /// Replaces bytes, unless the text would be too long.
  private mutating func splice(_ utf8: Span<UInt8>, overFitting replaced: Range<Int>) -> Bool {
    let count = byteCount - replaced.count + utf8.count
    guard count <= Self.byteCapacity else { return false }
    // No byte is more than this many scalars in NFC, so that what is typed is not normalized at each
    // key: two bytes can be two (U+0344), three bytes three (U+FB2C).
    if count <= Self.capacity {
      splice(utf8, over: replaced)
      return true
    }
    var longer = copy()
    longer.splice(utf8, over: replaced)
    guard longer.normalized(.composed).count <= Self.capacity else { return false }
    self = longer
    return true
  }

  /// Replaces bytes and wipes those that the text no longer reaches.
  private mutating func splice(_ utf8: Span<UInt8>, over replaced: Range<Int>) {
    guard !(replaced.isEmpty && utf8.isEmpty) else { return }
    let (oldEnd, tailStart) = (byteCount, replaced.lowerBound + utf8.count)
    let newEnd = tailStart + oldEnd - replaced.upperBound
    storage.withUnsafeMutablePointer { bytes in
      (bytes + tailStart).update(
        from: bytes + replaced.upperBound, count: oldEnd - replaced.upperBound)
      for index in utf8.indices { bytes[replaced.lowerBound + index] = utf8[index] }
    }
    if newEnd < oldEnd { storage.wipe(newEnd..<oldEnd) }
    byteCount = newEnd
    generation += 1
  }
}
