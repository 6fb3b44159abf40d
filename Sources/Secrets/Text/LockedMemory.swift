import CSodium
import Glibc
import Scene
import Synchronization
import System

/// An allocator for secrets. Its memory is locked, lies between guard pages, is excluded from core
/// dumps and is wiped when it is freed.
///
/// The memory comes from `sodium_malloc`, which allocates whole pages and locks them as far as the
/// system limit allows (`RLIMIT_MEMLOCK`). It does not report failed locks; `hasUnlockedMemory` does.
///
/// Two wiped blocks are cached for later secrets, enough to compare two texts. To map, protect and lock a block, and to free
/// it, takes ten system calls, and a key can need several blocks for normal forms of its text.
package struct LockedMemoryAllocator: ByteAllocator {
  package init() {}

  /// Whether some memory for secrets could not be locked since the process started. Any thread may read it.
  package static var hasUnlockedMemory: Bool { lockFailure.load(ordering: .relaxed) }

  private static let lockFailure = Atomic(false)

  /// The size of a cached block in bytes. With the 16 bytes that `sodium_malloc` adds, it takes one page.
  private static let blockSize = 4096 - 16
  private static let maximumSpareCount = 2
  /// The addresses of the cached blocks, which are zeroed.
  private static let spareBlocks = Mutex<[UInt]>([])

  package func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: Self.allocate(byteCount), count: byteCount)
  }

  package func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer) {
    if let start = bytes.baseAddress { Self.wipeAndFree(start, bytes.count) }
  }

  /// Allocates memory that ends at a page boundary. It is aligned for elements of any size that
  /// divides `byteCount`.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let size = max(blockSize, byteCount)
    let spare = size > blockSize ? nil : spareBlocks.withLock { $0.popLast() }
    guard sodiumIsReady,
      let block = spare.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) ?? sodium_malloc(size)
    else {
      ProcessMemory.endProcess(withoutMemoryFor: "passwords")
    }
    // Memory that is already locked does not change (`mlock(2)`: locks do not add up), so this call
    // checks whether it is locked. To allocate and free memory takes 37 µs, and 2 µs more with it.
    if mlock(block, size) != 0 { lockFailure.store(true, ordering: .relaxed) }
    return block + (size - byteCount)
  }

  /// Wipes memory of `allocate` and frees it.
  static func wipeAndFree(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {
    let size = max(blockSize, byteCount)
    let block = start - (size - byteCount)
    sodium_memzero(block, size)
    let isKept =
      size == blockSize
      && spareBlocks.withLock { blocks in
        guard blocks.count < maximumSpareCount else { return false }
        blocks.append(UInt(bitPattern: block))
        return true
      }
    if !isKept { sodium_free(block) }
  }
}

/// `true` if libsodium works. The first access initializes it.
private let sodiumIsReady = sodium_init() >= 0

/// The number of bytes below the stack frame of the caller to wipe with `sodium_stackzero` after a call to a C library that
/// processes a secret.
///
/// On a stack filled with a pattern, `crypto_pwhash` of libsodium 1.0.18 used 6.9 KB, for any
/// cost and length, and `ZxcvbnMatch` of libzxcvbn 2.5 used 2.8 KB. The value is nine times as
/// much, to allow for other versions.
let stackWipeSize = 1 << 16

/// A buffer for a secret in locked memory. It is zeroed at first, never moves or grows, and is
/// wiped when it is freed.
struct LockedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private let start: UnsafeMutablePointer<Element>
  /// The number of elements.
  let count: Int

  /// Allocates memory for `count` elements. Ends the process with a message if the system has none.
  init(count: Int) {
    start = LockedMemoryAllocator.allocate(count * MemoryLayout<Element>.stride).bindMemory(
      to: Element.self, capacity: count)
    self.count = count
    wipe(0..<count)
  }

  deinit { LockedMemoryAllocator.wipeAndFree(start, count * MemoryLayout<Element>.stride) }

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
