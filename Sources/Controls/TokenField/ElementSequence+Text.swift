extension ElementSequence {
  /// Returns the text run that contains or touches an insertion index. Empty if there is none.
  func textRun(around index: Int) -> Range<Int> {
    guard !isEmpty else { return 0..<0 }
    let before = textRun(before: index)
    return before.lowerBound..<textRun(after: index).upperBound
  }

  /// Returns the text directly before an insertion index.
  func textRun(before index: Int) -> Range<Int> {
    guard index > 0 else { return 0..<0 }
    let location = location(of: index - 1)
    let elements = blocks[location.block].elements
    var offset = location.offset
    while offset >= 0, elements[offset].isText { offset -= 1 }
    return index - (location.offset - offset)..<index
  }

  /// Returns the text directly after an insertion index.
  func textRun(after index: Int) -> Range<Int> {
    guard index < count else { return index..<index }
    let location = location(of: index)
    let elements = blocks[location.block].elements
    var offset = location.offset
    while offset < elements.count, elements[offset].isText { offset += 1 }
    return index..<index + (offset - location.offset)
  }

  /// Returns the last text run that ends at or before an insertion index, or `nil` if there is
  /// none.
  ///
  /// - Complexity: O(*b*) in the number of blocks that are searched, and in the lengths of two of
  ///   them.
  func lastTextRun(before index: Int) -> Range<Int>? {
    let around = textRun(around: index)
    let end = around.upperBound > index ? around.lowerBound : index
    guard end > 0 else { return nil }
    let location = location(of: end - 1)
    for block in (0...location.block).reversed() where textCounts.values[block] > 0 {
      let elements = blocks[block].elements
      let end = block == location.block ? location.offset + 1 : elements.count
      guard let last = elements[..<end].lastIndex(where: \.isText) else { continue }
      return textRun(before: start(ofBlock: block) + last + 1)
    }
    return nil
  }

  /// Returns the graphemes of a range that contains only text.
  func characters(in range: Range<Int>) -> [Character] {
    guard !range.isEmpty else { return [] }
    let location = location(of: range.lowerBound)
    let elements = blocks[location.block].elements
    return (location.offset..<location.offset + range.count).compactMap { elements[$0].character }
  }

  /// Returns the text of a range that contains only text.
  func string(in range: Range<Int>) -> String { String(characters(in: range)) }

  /// Returns the number of text elements in a range.
  ///
  /// - Complexity: O(log *n*), and in the lengths of two blocks.
  func textCount(in range: Range<Int>) -> Int {
    textCount(before: range.upperBound) - textCount(before: range.lowerBound)
  }

  private func textCount(before index: Int) -> Int {
    guard !isEmpty else { return 0 }
    let location = location(of: index)
    let block = blocks[location.block]
    let before = textCounts.sum(before: location.block)
    return block.textCount == 0 ? before : before + block.elements[..<location.offset].count { $0.isText }
  }
}
