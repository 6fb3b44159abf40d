import Scene
import Synchronization

/// Memory that tells what was taken of it.
final class WatchedMemory: ByteMemory {
  private struct State {
    var taken: [Int] = []
    /// By address.
    var held: [UInt: Int] = [:]
  }

  private let state = Mutex(State())

  /// How many bytes were taken at each time.
  var taken: [Int] { state.withLock(\.taken) }
  /// Of these, what was not given back.
  var held: [Int] { state.withLock { $0.held.values.sorted() } }

  func isTaken(_ start: UnsafePointer<UInt8>?) -> Bool {
    let address = UInt(bitPattern: start)
    return state.withLock { $0.held[address] != nil }
  }

  func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let bytes = OrdinaryMemory().allocate(byteCount: byteCount)
    let address = UInt(bitPattern: bytes.baseAddress)
    state.withLock {
      $0.taken.append(byteCount)
      $0.held[address] = byteCount
    }
    return bytes
  }

  func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer) {
    let address = UInt(bitPattern: bytes.baseAddress)
    state.withLock { $0.held[address] = nil }
    OrdinaryMemory().wipeAndFree(bytes)
  }
}
