/// Bytes of any content from another client. They may be a password, so they are wiped on
/// deallocation.
public final class ReceivedBytes: Sendable {
  // Not written to after the initializer returns.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer
  private let allocator: any ByteAllocator

  /// Copies bytes. The owner of the original must wipe it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to copy.
  ///   - allocator: The allocator for the copy.
  /// - Complexity: O(*n*).
  public init(copying bytes: Span<UInt8>, into allocator: any ByteAllocator = HeapAllocator()) {
    self.allocator = allocator
    storage = allocator.allocate(byteCount: bytes.count)
    bytes.withUnsafeBytes { storage.copyMemory(from: $0) }
  }

  deinit { allocator.wipeAndFree(storage) }

  public var count: Int { storage.count }

  /// Calls `body` with the bytes, which are valid only during the call.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.bindMemory(to: UInt8.self).span)
  }
}

extension ReceivedBytes: CustomStringConvertible {
  /// A description with the number of bytes only.
  public var description: String { "ReceivedBytes(\(count))" }
}

extension ReceivedBytes: CustomReflectable {
  /// An empty mirror that hides the bytes from dumps in debuggers and tests.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
