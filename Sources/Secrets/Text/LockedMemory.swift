import CSodium
import Glibc
public import Scene
import Synchronization

/// Memory for secrets: locked, between guard pages, left out of core dumps, wiped when it is given
/// back.
///
/// It comes from `sodium_malloc`, which takes whole pages and locks them as far as the system's limit
/// allows (`RLIMIT_MEMLOCK`), and does not say where that was not far enough: `remark` does.
public struct LockedMemory: ByteMemory {
  public init() {}

  /// One line that tells a person that some memory for secrets was not locked since the process
  /// began; `nil` while all was. Any thread may ask.
  public static var remark: String? {
    guard isLacking.load(ordering: .relaxed) else { return nil }
    return "The password could not be locked into memory; it may be written to swap."
  }

  private static let isLacking = Atomic(false)

  public func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: Self.allocate(byteCount), count: byteCount)
  }

  public func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer) { sodium_free(bytes.baseAddress) }

  /// Room that ends where a page does, and is aligned for elements of any size that it is a multiple
  /// of.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    precondition(sodiumIsReady, "libsodium does not start")
    guard let start = sodium_malloc(byteCount) else {
      preconditionFailure("no guarded memory for \(byteCount) bytes")
    }
    // What is locked already is left as it is (`mlock(2)`: locks do not add up), so this asks whether
    // it is. To take and free memory costs 37 µs, and 2 µs more with it.
    if mlock(start, byteCount) != 0 { isLacking.store(true, ordering: .relaxed) }
    return start
  }
}

/// Whether libsodium works, having started it once.
private let sodiumIsReady = sodium_init() >= 0
