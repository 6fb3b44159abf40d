extension ElementSequence {
  /// A token or a text run.
  enum Item {
    case token(Token)
    case text(Text)

    var token: Token? { if case .token(let token) = self { token } else { nil } }
    var text: Text? { if case .text(let text) = self { text } else { nil } }
  }

  /// A text run. It is never empty.
  struct Text {
    let string: String
    /// The number of graphemes. Counting them takes longer than most uses of a run.
    let count: Int

    init(_ string: some StringProtocol) { (self.string, count) = (String(string), string.count) }

    var length: Int { string.utf8.count }

    /// Whether each grapheme is one byte.
    private var isSimple: Bool { count == length }

    func character(at index: Int) -> Character { string[stringIndex(of: index)] }

    /// Returns the offset of a grapheme.
    func offset(of index: Int) -> Int {
      isSimple ? index : string.utf8.distance(from: string.startIndex, to: stringIndex(of: index))
    }

    /// Returns the index of the first grapheme at or after an offset.
    func index(atOrAfter offset: Int) -> Int {
      guard !isSimple else { return offset }
      var (index, passed) = (0, 0)
      for character in string {
        guard passed < offset else { break }
        passed += character.utf8.count
        index += 1
      }
      return index
    }

    /// Returns the text between two offsets, which are at boundaries of Unicode scalars. `nil` if it is empty.
    func part(_ range: Range<Int>) -> Text? {
      guard !range.isEmpty else { return nil }
      let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
      return Text(string[start..<string.utf8.index(start, offsetBy: range.count)])
    }

    private func stringIndex(of index: Int) -> String.Index {
      isSimple
        ? string.utf8.index(string.startIndex, offsetBy: index)
        : string.index(string.startIndex, offsetBy: index)
    }
  }

  /// Consecutive items. A block is never empty.
  struct Block {
    let items: ContiguousArray<Item>
    /// The number of elements, and of those that are text.
    let (count, textCount): (Int, Int)
    /// The length in offsets.
    let length: Int
    /// The ends of the items, or `nil` if each item has the count and the length 1.
    private let ends: ContiguousArray<End>?
    /// The fingerprints of the items (`firstIndex(fingerprint:where:)`), or `nil` if they have
    /// not been computed.
    var fingerprints: ContiguousArray<Fingerprint>?

    /// The index and the offset of the end of an item in the block.
    private typealias End = (index: Int32, offset: Int32)

    /// - Parameter hasText: Whether an item may be text. Without text, the items need not be read.
    init(
      _ items: ContiguousArray<Item>, hasText: Bool, fingerprints: ContiguousArray<Fingerprint>? = nil
    ) {
      (self.items, self.fingerprints) = (items, fingerprints)
      guard hasText else {
        (count, textCount, length, ends) = (items.count, 0, items.count, nil)
        return
      }
      var ends = ContiguousArray<End>()
      ends.reserveCapacity(items.count)
      var (count, textCount, length) = (0, 0, 0)
      for item in items {
        if case .text(let text) = item {
          count += text.count
          textCount += text.count
          length += text.length
        } else {
          count += 1
          length += 1
        }
        ends.append((Int32(count), Int32(length)))
      }
      (self.count, self.textCount, self.length) = (count, textCount, length)
      self.ends = length == items.count ? nil : ends
    }

    var startsWithText: Bool { textCount > 0 && items.first?.text != nil }
    var endsWithText: Bool { textCount > 0 && items.last?.text != nil }

    /// Returns the index of the first element of an item.
    func start(ofItem item: Int) -> Int {
      guard let ends else { return item }
      return item == 0 ? 0 : Int(ends[item - 1].index)
    }

    private func startOffset(ofItem item: Int) -> Int {
      guard let ends else { return item }
      return item == 0 ? 0 : Int(ends[item - 1].offset)
    }

    /// Returns the item of an element. For `count`, returns the number of items.
    func item(at index: Int) -> Int { firstItem { Int($0.index) > index } ?? Swift.min(index, items.count) }

    private func item(atOffset offset: Int) -> Int {
      firstItem { Int($0.offset) > offset } ?? Swift.min(offset, items.count)
    }

    /// Returns the first item with an end that fulfills a monotonic condition, or the number of items. Returns `nil`
    /// if items are not searched, because each is one element.
    private func firstItem(where isAfter: (End) -> Bool) -> Int? {
      guard let ends else { return nil }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if isAfter(ends[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }

    func element(at index: Int) -> Element {
      let item = item(at: index)
      return switch items[item] {
      case .token(let token): .token(token)
      case .text(let text): .text(text.character(at: index - start(ofItem: item)))
      }
    }

    /// Returns the offset of an index in the block.
    func offset(of index: Int) -> Int {
      guard ends != nil else { return index }
      let item = item(at: index)
      guard item < items.count else { return length }
      let inItem = index - start(ofItem: item)
      return startOffset(ofItem: item) + (items[item].text?.offset(of: inItem) ?? inItem)
    }

    /// Returns the first index at or after an offset in the block.
    func index(atOrAfter offset: Int) -> Int {
      guard ends != nil else { return offset }
      let item = item(atOffset: offset)
      guard item < items.count else { return count }
      let inItem = offset - startOffset(ofItem: item)
      return start(ofItem: item) + (items[item].text?.index(atOrAfter: inItem) ?? inItem)
    }

    /// Returns the number of text elements before an index.
    func textCount(before index: Int) -> Int {
      guard textCount > 0 else { return 0 }
      return index - items[..<item(at: index)].count { $0.token != nil }
    }

    /// Returns the part between two offsets.
    func part(_ range: Range<Int>) -> Block {
      if range == 0..<length { return self }
      guard !range.isEmpty else { return Block([], hasText: false) }
      let (first, last) = (item(atOffset: range.lowerBound), item(atOffset: range.upperBound - 1))
      var part = ContiguousArray(items[first...last])
      for (index, item) in [(last - first, last), (0, first)] {
        guard case .text(let text) = items[item] else { continue }
        let start = startOffset(ofItem: item)
        let bounds = range.clamped(to: start..<start + text.length)
        if let cut = text.part(bounds.lowerBound - start..<bounds.upperBound - start) {
          part[index] = .text(cut)
        }
      }
      return Block(
        part, hasText: textCount > 0, fingerprints: fingerprints.map { ContiguousArray($0[first...last]) })
    }

    /// Returns both blocks, with the text that meets joined.
    static func + (a: Block, b: Block) -> Block {
      var (items, fingerprints) = (a.items, a.fingerprints)
      var next = 0
      if case .text(let end)? = a.items.last, case .text(let start)? = b.items.first {
        items[items.count - 1] = .text(Text(end.string + start.string))
        next = 1
      }
      items += b.items[next...]
      if let more = b.fingerprints { fingerprints? += more[next...] } else { fingerprints = nil }
      return Block(items, hasText: a.textCount + b.textCount > 0, fingerprints: fingerprints)
    }
  }

  /// A hash of a token's key that most other tokens do not share. 0 for text.
  typealias Fingerprint = UInt16
}
