extension UnitSequence {
  /// The text that a gap lies in or beside; empty where there is none.
  func stretch(around gap: Int) -> Range<Int> {
    guard !isEmpty else { return 0..<0 }
    let before = stretch(before: gap)
    return before.lowerBound..<stretch(after: gap).upperBound
  }

  /// The text right before a gap.
  func stretch(before gap: Int) -> Range<Int> {
    guard gap > 0 else { return 0..<0 }
    let place = place(of: gap - 1)
    let units = blocks[place.block].units
    var offset = place.offset
    while offset >= 0, units[offset].isText { offset -= 1 }
    return gap - (place.offset - offset)..<gap
  }

  /// The text right after a gap.
  func stretch(after gap: Int) -> Range<Int> {
    guard gap < count else { return gap..<gap }
    let place = place(of: gap)
    let units = blocks[place.block].units
    var offset = place.offset
    while offset < units.count, units[offset].isText { offset += 1 }
    return gap..<gap + (offset - place.offset)
  }

  /// The last piece of text that ends no later than at a gap; `nil` where there is none.
  ///
  /// - Complexity: O(*b*) in the number of blocks that it passes, and in the length of two of them.
  func lastStretch(before gap: Int) -> Range<Int>? {
    let around = stretch(around: gap)
    let end = around.upperBound > gap ? around.lowerBound : gap
    guard end > 0 else { return nil }
    let place = place(of: end - 1)
    for block in (0...place.block).reversed() where textCounts.values[block] > 0 {
      let units = blocks[block].units
      let end = block == place.block ? place.offset + 1 : units.count
      guard let last = units[..<end].lastIndex(where: \.isText) else { continue }
      return stretch(before: start(ofBlock: block) + last + 1)
    }
    return nil
  }

  /// The graphemes of some units that are all text.
  func characters(in range: Range<Int>) -> [Character] {
    guard !range.isEmpty else { return [] }
    let place = place(of: range.lowerBound)
    let units = blocks[place.block].units
    return (place.offset..<place.offset + range.count).compactMap { units[$0].character }
  }

  /// The text of some units that are all text.
  func string(in range: Range<Int>) -> String { String(characters(in: range)) }

  /// How many of some neighbours are text.
  ///
  /// - Complexity: O(log *n*), and in the length of two blocks.
  func textCount(in range: Range<Int>) -> Int {
    textCount(before: range.upperBound) - textCount(before: range.lowerBound)
  }

  private func textCount(before gap: Int) -> Int {
    guard !isEmpty else { return 0 }
    let place = place(of: gap)
    let block = blocks[place.block]
    let before = textCounts.sum(before: place.block)
    return block.textCount == 0
      ? before : before + block.units[..<place.offset].count { $0.isText }
  }
}
