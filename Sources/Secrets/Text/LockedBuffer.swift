import CSodium

/// A buffer for a secret in locked memory. It is zeroed at first, never moves or grows, and is
/// wiped when it is freed.
struct LockedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private let start: UnsafeMutablePointer<Element>
  /// The number of elements.
  let count: Int

  /// Allocates memory for `count` elements. Traps if the system has none, like any allocation.
  init(count: Int) {
    start = LockedMemoryAllocator.allocate(count * MemoryLayout<Element>.stride).bindMemory(
      to: Element.self, capacity: count)
    self.count = count
    wipe(0..<count)
  }

  deinit { sodium_free(start) }

  /// Calls `body` with all elements.
  func withSpan<Result: ~Copyable, Failure: Error>(_ body: (Span<Element>) throws(Failure) -> Result)
    throws(Failure) -> Result
  { try body(UnsafeBufferPointer(start: start, count: count).span) }

  /// Calls `body` with a pointer to the first element. The pointer is valid only during the call.
  mutating func withUnsafeMutablePointer<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutablePointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(start) }

  /// Returns whether the first elements of both buffers have the same bytes, in a time that does
  /// not depend on where they differ.
  ///
  /// - Precondition: Both buffers have at least `end` elements.
  func isSame(as other: borrowing LockedBuffer, upTo end: Int) -> Bool {
    precondition(0 <= end && end <= min(count, other.count), "\(end) is out of bounds")
    return sodium_memcmp(start, other.start, end * MemoryLayout<Element>.stride) == 0
  }

  /// Zeroes some elements in a way that no optimizer removes.
  mutating func wipe(_ range: Range<Int>) {
    precondition(0 <= range.lowerBound && range.upperBound <= count, "\(range) is out of bounds")
    sodium_memzero(start + range.lowerBound, range.count * MemoryLayout<Element>.stride)
  }
}

/// The memory has one owner. It is read while borrowed and written only by mutating methods, so the
/// law of exclusivity holds for it as for a stored property. The compiler cannot check this because
/// of the pointer.
extension LockedBuffer: @unchecked Sendable {}
