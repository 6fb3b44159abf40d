import CSodium

/// Room for a secret in locked memory, which is wiped when it is freed. It starts as zeros and never
/// moves or grows.
struct LockedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private let start: UnsafeMutablePointer<Element>
  /// How many elements there is room for.
  let count: Int

  /// Takes memory for `count` elements; traps where the system has none, as any allocation does.
  init(count: Int) {
    start = LockedMemory.allocate(count * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: count)
    self.count = count
    wipe(0..<count)
  }

  deinit { sodium_free(start) }

  /// Calls `body` with all elements.
  func withSpan<Result: ~Copyable, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Calls `body` with the place of the first element to change them all; it may not keep the
  /// pointer.
  mutating func withUnsafeMutablePointer<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutablePointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(start)
  }

  /// Whether the first elements of both have the same bytes; how long it takes tells nothing of where
  /// they differ.
  ///
  /// - Precondition: Both have so many.
  func isSame(as other: borrowing LockedBuffer, upTo end: Int) -> Bool {
    precondition(0 <= end && end <= min(count, other.count), "\(end) is out of bounds")
    return sodium_memcmp(start, other.start, end * MemoryLayout<Element>.stride) == 0
  }

  /// Zeroes some elements in a way that no optimiser leaves out.
  mutating func wipe(_ range: Range<Int>) {
    precondition(0 <= range.lowerBound && range.upperBound <= count, "\(range) is out of bounds")
    sodium_memzero(start + range.lowerBound, range.count * MemoryLayout<Element>.stride)
  }
}

/// The memory has one owner, which is read while borrowed and written only by mutating methods: the
/// compiler's rule of exclusive access holds for it as for a stored property. Only the pointer
/// keeps the compiler from seeing that.
extension LockedBuffer: @unchecked Sendable {}
