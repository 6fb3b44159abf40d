/// Texts one behind the other, in which a few bytes are found without a look at most of them.
///
/// Of each stretch of 32 bytes a filter tells which bytes, and which two in a row, may be there
/// (B. H. Bloom, *Space/Time Trade-offs in Hash Coding with Allowable Errors*, 1970): what is not
/// in it is not in the stretch. Filters take half as much memory as the bytes.
struct LetterStore: Sendable {
  /// All bytes, with `end` behind each text.
  private(set) var letters: [UInt8] = []
  private var filters: [Filter] = []

  /// It stands in no text.
  private static let end: UInt8 = 0xFF
  private static let stretch = 32

  /// How many bytes there are, those between texts included.
  var count: Int { letters.count }

  /// Adds a text in UTF-8.
  ///
  /// - Complexity: O(*n*) in its length.
  mutating func append(_ text: [UInt8]) {
    let start = letters.count
    letters += text
    letters.append(Self.end)
    let missing = (letters.count + Self.stretch - 1) / Self.stretch - filters.count
    filters.append(contentsOf: repeatElement(Filter(), count: max(0, missing)))
    for place in text.indices {
      let (stretch, offset) = (start + place).quotientAndRemainder(dividingBy: Self.stretch)
      let sign = Filter(text[place], place + 1 < text.count ? text[place + 1] : nil)
      filters[stretch].formUnion(sign)
      // What begins in the stretch before ends here.
      if offset < Filter.reach, stretch > 0 { filters[stretch - 1].formUnion(sign) }
    }
  }

  /// The last place before another one at which some bytes stand; `nil` where there is none.
  ///
  /// - Parameter bytes: One at least.
  /// - Complexity: O(*n*), by 32 bytes at a time where the filters have use.
  func lastPlace(of bytes: [UInt8], before end: Int) -> Int? {
    let sign = Filter(startOf: bytes)
    var end = min(end, letters.count - bytes.count + 1)
    while end > 0 {
      let stretch = (end - 1) / Self.stretch
      let start = stretch * Self.stretch
      if filters[stretch].isSuperset(of: sign),
        let place = letters.span.lastPlace(of: bytes.span, in: start..<end)
      {
        return place
      }
      end = start
    }
    return nil
  }
}

/// Which bytes, and which two in a row, may be somewhere: a bit for each, which others share.
private struct Filter: Sendable {
  /// Of so many bytes in a row all but the first may lie in the next stretch.
  static let reach = 7

  private var bits: (low: UInt64, high: UInt64) = (0, 0)

  init() {}

  /// That of a byte, and of the one behind it.
  init(_ byte: UInt8, _ next: UInt8?) {
    insert(UInt32(byte))
    if let next { insert(UInt32(byte) << 8 | UInt32(next) | 0x1_0000) }
  }

  /// That of the first bytes of some.
  init(startOf bytes: [UInt8]) {
    let start = bytes.prefix(Self.reach + 1)
    for place in start.indices {
      formUnion(Filter(start[place], place + 1 < start.endIndex ? start[place + 1] : nil))
    }
  }

  /// By multiplicative hashing (D. E. Knuth, *The Art of Computer Programming*, vol. 3, §6.4).
  private mutating func insert(_ value: UInt32) {
    let bit = (value &* 2_654_435_769) >> 25
    if bit < 64 { bits.low |= 1 << UInt64(bit) } else { bits.high |= 1 << UInt64(bit - 64) }
  }

  mutating func formUnion(_ other: Filter) {
    bits.low |= other.bits.low
    bits.high |= other.bits.high
  }

  func isSuperset(of other: Filter) -> Bool {
    other.bits.low & ~bits.low == 0 && other.bits.high & ~bits.high == 0
  }
}
