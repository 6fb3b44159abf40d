/// A store of concatenated texts that finds bytes without reading most of the text.
///
/// For each block of 32 bytes, a Bloom filter contains the bytes and the pairs of adjacent bytes
/// (B. H. Bloom, *Space/Time Trade-offs in Hash Coding with Allowable Errors*, 1970). A value that
/// is not in the filter is not in the block. The filters use half as much memory as the text.
struct SearchableTextStore: Sendable {
  /// The bytes of all texts, with `end` after each text.
  private(set) var storage: [UInt8] = []
  private var filters: [BloomFilter] = []

  /// The separator. UTF-8 never contains this byte.
  private static let end: UInt8 = 0xFF
  private static let blockSize = 32

  /// The number of bytes, including the separators.
  var count: Int { storage.count }

  /// Adds a text in UTF-8.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  mutating func append(_ text: [UInt8]) {
    let start = storage.count
    storage += text
    storage.append(Self.end)
    let missing = (storage.count + Self.blockSize - 1) / Self.blockSize - filters.count
    filters.append(contentsOf: repeatElement(BloomFilter(), count: max(0, missing)))
    for index in text.indices {
      let (block, offset) = (start + index).quotientAndRemainder(dividingBy: Self.blockSize)
      let filter = BloomFilter(text[index], index + 1 < text.count ? text[index + 1] : nil)
      filters[block].formUnion(filter)
      // A match that starts in the previous block may end here.
      if offset < BloomFilter.overlap, block > 0 { filters[block - 1].formUnion(filter) }
    }
  }

  /// Returns the last index before `end` at which some bytes start, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to find, at least one.
  ///   - end: The exclusive upper bound of the result.
  /// - Complexity: O(*n*). The filters skip blocks of 32 bytes.
  func lastIndex(of bytes: [UInt8], before end: Int) -> Int? {
    let filter = BloomFilter(startOf: bytes)
    var end = min(end, storage.count - bytes.count + 1)
    while end > 0 {
      let block = (end - 1) / Self.blockSize
      let start = block * Self.blockSize
      if filters[block].isSuperset(of: filter),
        let index = storage.span.lastIndex(of: bytes.span, in: start..<end)
      {
        return index
      }
      end = start
    }
    return nil
  }
}

/// A Bloom filter of 128 bits for bytes and pairs of adjacent bytes, with one hash function.
private struct BloomFilter: Sendable {
  /// The number of bytes at the start of a block that are also in the filter of the previous block,
  /// for matches that cross the boundary.
  static let overlap = 7

  private var bits: (low: UInt64, high: UInt64) = (0, 0)

  init() {}

  /// Creates the filter of a byte and of its pair with the next byte.
  init(_ byte: UInt8, _ next: UInt8?) {
    insert(UInt32(byte))
    if let next { insert(UInt32(byte) << 8 | UInt32(next) | 0x1_0000) }
  }

  /// Creates the filter of the first bytes of a search pattern.
  init(startOf bytes: [UInt8]) {
    let start = bytes.prefix(Self.overlap + 1)
    for index in start.indices {
      formUnion(BloomFilter(start[index], index + 1 < start.endIndex ? start[index + 1] : nil))
    }
  }

  /// Inserts a value by multiplicative hashing (D. E. Knuth, *The Art of Computer Programming*,
  /// vol. 3, §6.4).
  private mutating func insert(_ value: UInt32) {
    let bit = (value &* 2_654_435_769) >> 25
    if bit < 64 { bits.low |= 1 << UInt64(bit) } else { bits.high |= 1 << UInt64(bit - 64) }
  }

  mutating func formUnion(_ other: BloomFilter) {
    bits.low |= other.bits.low
    bits.high |= other.bits.high
  }

  func isSuperset(of other: BloomFilter) -> Bool {
    other.bits.low & ~bits.low == 0 && other.bits.high & ~bits.high == 0
  }
}
