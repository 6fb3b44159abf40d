import CSodium
public import Scene

/// Memory for secrets: locked, between guard pages, left out of core dumps, wiped when it is given
/// back.
///
/// It comes from `sodium_malloc`, which takes whole pages and locks them as far as the system's limit
/// allows.
public struct LockedMemory: ByteMemory {
  public init() {}

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
    return start
  }
}

/// Whether libsodium works, having started it once.
private let sodiumIsReady = sodium_init() >= 0
