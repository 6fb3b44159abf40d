// Finding a unit by what is costly to ask.
extension UnitSequence {
  /// How many units may be without marks where nobody has time: a millisecond or two's work.
  static var mostUnmarked: Int { 4096 }

  /// Marks the units of the first blocks that have no marks.
  ///
  /// - Parameter limit: After how many units to stop.
  /// - Complexity: O(*b* + *m*) for *m* units in *b* blocks.
  mutating func mark(atMost limit: Int, by mark: (Unit) -> Mark) {
    var (left, next) = (limit, 0)
    while left > 0, unmarkedCount > 0, let index = firstUnmarked(from: next) {
      left -= blocks[index].units.count
      self.mark(block: index, with: ContiguousArray(blocks[index].units.map(mark)))
      next = index + 1
    }
  }

  private func firstUnmarked(from start: Int) -> Int? {
    let lent = blocks.span
    var index = start
    while index < lent.count, lent[index].marks != nil { index += 1 }
    return index < lent.count ? index : nil
  }

  /// The first unit that is sought, by its mark; units without marks are passed over.
  ///
  /// - Parameter isSought: Asked of units with the mark alone, of which there are one in 65536 by
  ///   chance.
  /// - Complexity: O(*n*), some quarter of a nanosecond each.
  func firstIndex(marked mark: Mark, where isSought: (Unit) -> Bool) -> Int? {
    // Lent: to copy each block would count references that lie all over the memory.
    let lent = blocks.span
    for index in lent.indices {
      guard lent[index].marks?.hasAny(mark) ?? false else { continue }
      let block = lent[index]
      let offset = block.units.indices.first { offset in
        block.marks?[offset] == mark && isSought(block.units[offset])
      }
      if let offset { return start(ofBlock: index) + offset }
    }
    return nil
  }
}

extension ContiguousArray<UInt16> {
  /// Whether a number is among them; sixteen are compared at once.
  fileprivate func hasAny(_ number: UInt16) -> Bool {
    typealias Sixteen = SIMD16<UInt16>
    let wanted = Sixteen(repeating: number)
    return withUnsafeBytes { bytes in
      var offset = 0
      while offset + MemoryLayout<Sixteen>.size <= bytes.count {
        let some = bytes.loadUnaligned(fromByteOffset: offset, as: Sixteen.self)
        if any(some .== wanted) { return true }
        offset += MemoryLayout<Sixteen>.size
      }
      return self[(offset / 2)...].contains(number)
    }
  }
}
