import Scene

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
    let count = byteCount - replaced.count + utf8.count
    // A text has at most as many scalars in NFC as bytes, so this check avoids normalizing at each
    // key. Two bytes can be two scalars (U+0344), three bytes three (U+FB2C).
    if count <= Self.capacity {
      splice(utf8, over: replaced)
    } else {
      guard count <= Self.byteCapacity else { return .rejected(.tooLong) }
      var longer = copy()
      longer.splice(utf8, over: replaced)
      guard longer.normalized(.composed).count <= Self.capacity else { return .rejected(.tooLong) }
      self = longer
    }
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

  /// Replaces the text with input, without a byte order mark at its start and a line feed at its end, or leaves the
  /// text unchanged.
  ///
  /// The input is read directly into locked memory. Reading stops when the input is known to be too
  /// long.
  ///
  /// - Parameter read: Fills the start of the given memory and returns the number of bytes, or 0 at
  ///   the end of the input.
  /// - Throws: The error of `read`.
  public mutating func fill<Failure: Error>(by read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int)
    throws(Failure) -> Insertion
  {
    // With a line feed, the last byte shows that the input is too long.
    var input = LockedBuffer<UInt8>(count: Self.maximumLineSize)
    let count = try input.fill(by: read)
    guard count < input.count else { return .rejected(.tooLong) }
    let all = 0..<graphemeCount
    return input.withSpan { bytes in
      let start = bytes.byteOrderMarkLength
      let hasLineFeed = count > start && bytes[count - 1] == UInt8(ascii: "\n")
      return replace(graphemes: all, with: bytes.extracting(start..<(hasLineFeed ? count - 1 : count)))
    }
  }
}

extension LockedBuffer<UInt8> {
  /// Reads until the end of the input or until the buffer is full.
  ///
  /// - Returns: The number of bytes read.
  fileprivate mutating func fill<Failure: Error>(
    by read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let capacity = count
    return try withUnsafeMutablePointer { start throws(Failure) in
      var filled = 0
      while filled < capacity {
        let space = UnsafeMutableRawBufferPointer(start: start + filled, count: capacity - filled)
        let readCount = try read(space)
        precondition((0...space.count).contains(readCount), "invalid count \(readCount) of \(space.count)")
        if readCount == 0 { break }
        filled += readCount
      }
      return filled
    }
  }
}
