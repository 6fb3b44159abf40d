import Glibc

/// An allocator for bytes from other clients. It wipes the bytes before it frees them.
public protocol ByteAllocator: Sendable {
  /// Allocates `byteCount` ≥ 0 bytes with undefined content. Traps if the system has no memory.
  func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer

  /// Wipes and frees a buffer that `allocate(byteCount:)` returned.
  func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer)
}

/// The default allocator, which uses the heap.
public struct HeapAllocator: ByteAllocator {
  public init() {}

  public func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: byteCount, alignment: 1)
  }

  public func wipeAndFree(_ bytes: UnsafeMutableRawBufferPointer) {
    if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    bytes.deallocate()
  }
}

/// The allocator and the size limit for received data.
public struct ReceiveConfiguration: Sendable {
  /// The maximum number of bytes to accept.
  public let limit: Int
  /// The allocator of the received bytes.
  public let allocator: any ByteAllocator

  public init(limit: Int, in allocator: any ByteAllocator = HeapAllocator()) {
    (self.limit, self.allocator) = (limit, allocator)
  }
}
