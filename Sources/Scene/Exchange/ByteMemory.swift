import Glibc

/// Memory for bytes that come from other programs: nothing of them is left in it when it is given back.
public protocol ByteMemory: Sendable {
  /// Takes room for `byteCount` ≥ 0 bytes, whatever they are at first; traps where the system has none.
  func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer

  /// Wipes bytes, all that were allocated at a time, and gives their room back.
  func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer)
}

/// The memory that all else is kept in.
public struct OrdinaryMemory: ByteMemory {
  public init() {}

  public func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: byteCount, alignment: 1)
  }

  public func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer) {
    if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    bytes.deallocate()
  }
}

/// Where data that is asked for is kept, and how much of it may come.
public struct DataRoom: Sendable {
  /// The most bytes that are taken.
  public let limit: Int
  public let memory: any ByteMemory

  public init(limit: Int, in memory: any ByteMemory = OrdinaryMemory()) {
    (self.limit, self.memory) = (limit, memory)
  }
}
