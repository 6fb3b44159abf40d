extension ElementSequence {
  /// The replacement of a range of a sequence.
  struct Replacement {
    /// The offset in the sequence before the change.
    var start: Int
    var removed: ElementSequence
    var inserted: ElementSequence
  }

  /// A change of several ranges. It is prepared in steps, because with very many ranges this takes longer
  /// than a frame.
  ///
  /// Each range is a replacement of its own, so that the layout between the replacements is kept. Ranges with only text
  /// between them share a replacement, so that a long text is joined once. Above `maximumReplacementCount`, all further
  /// ranges do.
  struct Splice {
    /// The replaced ranges in order, with the lengths of their new content.
    private(set) var segments: [PositionMap.Segment] = []
    /// The segment of the new elements.
    private(set) var insertion = PositionMap.Segment(old: 0..<0, newLength: 0)
    /// The replacements that no further range can join.
    private var complete: [Replacement] = []
    /// The start of the replacement that contains the last range, and the new content of its first range.
    private var (start, first) = (0, ElementSequence())
    /// The new content of that replacement, if it has several ranges.
    private var builder = Builder()

    static var maximumReplacementCount: Int { 16 }

    /// Reserves space for ranges, so that adding one never moves them all.
    mutating func reserve(_ count: Int) { segments.reserveCapacity(count) }

    /// Adds a range after all others.
    ///
    /// - Parameters:
    ///   - range: The offsets of the range.
    ///   - new: The new elements, for at most one range. If `nil`, the range is removed.
    ///   - content: The sequence before the change.
    /// - Returns: The cost, in copied elements.
    /// - Complexity: O(*b*) in the number of blocks since the last range and of new blocks.
    @discardableResult mutating func replace(
      _ range: Range<Int>, with new: ElementSequence? = nil, in content: ElementSequence
    ) -> Int {
      let between = (segments.last?.old.upperBound ?? range.lowerBound)..<range.lowerBound
      let inserted = new ?? ElementSequence()
      var cost = Self.costOfRange + between.count / ElementSequence.preferredBlockSize
      if segments.isEmpty
        || complete.count < Self.maximumReplacementCount && content.slice(offsets: between).hasToken
      {
        complete = replacements(of: content)
        (start, first, builder) = (range.lowerBound, inserted, Builder())
      } else {
        if builder.isEmpty { cost += append(first) }
        cost += builder.append(content, offsets: between) + append(inserted)
      }
      segments.append(PositionMap.Segment(old: range, newLength: inserted.length))
      if new != nil { insertion = segments[segments.count - 1] }
      return cost
    }

    private mutating func append(_ new: ElementSequence) -> Int {
      new.blocks.count + builder.append(new, offsets: 0..<new.length)
    }

    /// The cost of recording a range, in copied elements.
    private static var costOfRange: Int { 8 }

    /// Returns the replacements in order. A replacement that changes nothing is omitted.
    ///
    /// - Complexity: O(*b*) in the number of blocks of the replacements.
    func replacements(of content: ElementSequence) -> [Replacement] {
      let removed = content.slice(offsets: start..<(segments.last?.old.upperBound ?? start))
      let last = Replacement(start: start, removed: removed, inserted: builder.isEmpty ? first : remainder)
      return removed.isEmpty && last.inserted.isEmpty ? complete : complete + [last]
    }

    /// The new content of the last replacement, if it has several ranges.
    var remainder: ElementSequence { builder.build() }
  }
}
