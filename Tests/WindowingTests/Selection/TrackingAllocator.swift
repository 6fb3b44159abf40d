import Scene
import Synchronization

/// An allocator that records its allocations.
final class TrackingAllocator: ByteAllocator {
  private struct State {
    var allocated: [Int] = []
    /// The sizes by address.
    var live: [UInt: Int] = [:]
  }

  private let state = Mutex(State())

  /// The size of each allocation.
  var allocatedSizes: [Int] { state.withLock(\.allocated) }
  /// The sizes of the allocations that were not freed.
  var liveSizes: [Int] { state.withLock { $0.live.values.sorted() } }

  func isAllocated(_ start: UnsafePointer<UInt8>?) -> Bool {
    let address = UInt(bitPattern: start)
    return state.withLock { $0.live[address] != nil }
  }

  func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let bytes = HeapAllocator().allocate(byteCount: byteCount)
    let address = UInt(bitPattern: bytes.baseAddress)
    state.withLock {
      $0.allocated.append(byteCount)
      $0.live[address] = byteCount
    }
    return bytes
  }

  func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer) {
    let address = UInt(bitPattern: bytes.baseAddress)
    state.withLock { $0.live[address] = nil }
    HeapAllocator().wipeAndFree(bytes)
  }
}
