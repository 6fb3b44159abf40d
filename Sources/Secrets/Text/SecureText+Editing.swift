extension SecureText {
  /// The result of an insertion.
  public enum Insertion: Hashable, Sendable {
    /// The text was inserted. `caret` is a grapheme index: the first grapheme boundary at or after
    /// the end of the insertion, which may have merged with its neighbors.
    case inserted(caret: Int)
    /// Nothing was inserted, and nothing changed.
    case rejected(Rejection)
  }

  /// The reason text is not accepted.
  public enum Rejection: Hashable, Sendable {
    /// The result would have more than `SecureText.capacity` scalars in NFC.
    case tooLong
    /// The text contains a control character (general category Cc), such as a line end, a tab or
    /// NUL. Few password prompts accept one.
    case controlCharacter
    /// The text is not valid UTF-8.
    case invalidUTF8
  }

  /// Replaces graphemes with all of a text, or changes nothing.
  ///
  /// - Parameter graphemes: The range to replace. If it is empty, the text is inserted there.
  /// - Precondition: `graphemes` lies within `0...graphemeCount`.
  /// - Complexity: O(*n*) in the length of both texts; that of `normalized` if the result has more
  ///   bytes than a text may have scalars.
  public mutating func replace(graphemes: Range<Int>, with utf8: Span<UInt8>) -> Insertion {
    let replaced = byteRange(of: graphemes)
    if let rejection = Self.rejection(of: utf8) { return .rejected(rejection) }
    guard spliceIfFits(utf8, over: replaced) else { return .rejected(.tooLong) }
    return .inserted(caret: graphemeIndex(atOrAfter: replaced.lowerBound + utf8.count))
  }

  /// Replaces the whole content with that of another text.
  ///
  /// - Complexity: O(*n*) in the length of both texts.
  package mutating func replaceAll(with other: borrowing SecureText) {
    let all = 0..<byteCount
    other.withCodeUnits { splice($0.span, over: all) }
  }

  /// Appends an ASCII character directly from a register.
  ///
  /// - Precondition: The text has capacity for it.
  mutating func append(ascii byte: UInt8) {
    precondition(byte < 0x80 && byteCount < Self.byteCapacity, "full, or not ASCII: \(byteCount)")
    let end = byteCount
    storage.withUnsafeMutablePointer { $0[end] = byte }
    byteCount = end + 1
    generation += 1
  }

  /// Appends a printable ASCII character. Ignores any other byte, and all bytes that exceed the capacity.
  package mutating func appendPrintableASCII(_ byte: UInt8) {
    if (0x20...0x7E).contains(byte), byteCount < Self.capacity { append(ascii: byte) }
  }

  /// Removes graphemes.
  ///
  /// - Returns: The caret index: the first grapheme boundary at or after the removed text, whose
  ///   two sides may have merged.
  /// - Precondition: `graphemes` lies within `0...graphemeCount`.
  /// - Complexity: O(*n*) in the length of the text.
  @discardableResult package mutating func remove(graphemes: Range<Int>) -> Int {
    let removed = byteRange(of: graphemes)
    splice(Span(), over: removed)
    return graphemeIndex(atOrAfter: removed.lowerBound)
  }

  /// Returns a copy of some graphemes in separate locked memory.
  ///
  /// - Precondition: `graphemes` lies within `0...graphemeCount`.
  /// - Complexity: O(*n*) in the length of the text.
  package func copy(graphemes: Range<Int>) -> SecureText {
    let range = byteRange(of: graphemes)
    var copy = SecureText()
    storage.withSpan { copy.splice($0.extracting(range), over: 0..<0) }
    return copy
  }

  /// Removes and wipes the whole text.
  package mutating func removeAll() {
    storage.wipe(0..<storage.count)
    byteCount = 0
    generation += 1
  }

  /// Returns the byte range of some graphemes in the storage.
  private func byteRange(of graphemes: Range<Int>) -> Range<Int> {
    precondition(graphemes.lowerBound >= 0, "negative grapheme index \(graphemes.lowerBound)")
    return withCodeUnits { utf8 in
      var iterator = utf8.makeCharacterIterator()
      let skipped = iterator.skip(graphemes.lowerBound, in: utf8.span)
      let start = iterator.currentCodeUnitOffset
      let count = skipped + iterator.skip(graphemes.count, in: utf8.span)
      precondition(count == graphemes.upperBound, "range \(graphemes) exceeds the end \(count)")
      return start..<iterator.currentCodeUnitOffset
    }
  }

  /// Returns the index of the first grapheme boundary at or after a byte.
  private func graphemeIndex(atOrAfter byte: Int) -> Int {
    withCodeUnits { utf8 in
      var iterator = utf8.makeCharacterIterator()
      var index = 0
      while iterator.currentCodeUnitOffset < byte { index += iterator.skip(1, in: utf8.span) }
      return index
    }
  }

  private static func rejection(of utf8: Span<UInt8>) -> Rejection? {
    guard let inserted = try? UTF8Span(validating: utf8) else { return .invalidUTF8 }
    var scalars = inserted.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if scalar.properties.generalCategory == .control { return .controlCharacter }
    }
    return nil
  }

  /// Replaces bytes unless the text would be too long. Returns whether it did.
  private mutating func spliceIfFits(_ utf8: Span<UInt8>, over replaced: Range<Int>) -> Bool {
    let count = byteCount - replaced.count + utf8.count
    guard count <= Self.byteCapacity else { return false }
    // A text has at most as many scalars in NFC as bytes, so this check avoids normalizing at each
    // key. Two bytes can be two scalars (U+0344), three bytes three (U+FB2C).
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

  /// Replaces bytes and wipes those after the new end of the text.
  private mutating func splice(_ utf8: Span<UInt8>, over replaced: Range<Int>) {
    guard !(replaced.isEmpty && utf8.isEmpty) else { return }
    let (oldEnd, tailStart) = (byteCount, replaced.lowerBound + utf8.count)
    let newEnd = tailStart + oldEnd - replaced.upperBound
    storage.withUnsafeMutablePointer { bytes in
      (bytes + tailStart).update(from: bytes + replaced.upperBound, count: oldEnd - replaced.upperBound)
      for index in utf8.indices { bytes[replaced.lowerBound + index] = utf8[index] }
    }
    if newEnd < oldEnd { storage.wipe(newEnd..<oldEnd) }
    byteCount = newEnd
    generation += 1
  }
}
