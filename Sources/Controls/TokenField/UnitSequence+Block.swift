extension UnitSequence {
  /// Some neighbours. No block is empty.
  struct Block {
    let units: ContiguousArray<Unit>
    /// How many of them are text.
    let textCount: Int
    /// By what each is told from most others (`firstIndex(marked:where:)`); `nil` where nobody has
    /// asked.
    var marks: ContiguousArray<Mark>?

    init(_ units: ContiguousArray<Unit>, textCount: Int, marks: ContiguousArray<Mark>? = nil) {
      (self.units, self.textCount, self.marks) = (units, textCount, marks)
    }

    /// Some of its units.
    func part(_ range: Range<Int>) -> Block {
      if range == units.indices { return self }
      let part = ContiguousArray(units[range])
      return Block(
        part, textCount: textCount == 0 ? 0 : part.indices.count { part[$0].isText },
        marks: marks.map { ContiguousArray($0[range]) })
    }

    /// Two blocks as one.
    static func + (a: Block, b: Block) -> Block {
      let marks = a.marks.flatMap { first in b.marks.map { first + $0 } }
      return Block(a.units + b.units, textCount: a.textCount + b.textCount, marks: marks)
    }
  }

  /// By what a unit is told from most others.
  typealias Mark = UInt16
}
