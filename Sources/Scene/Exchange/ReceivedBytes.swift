/// Bytes that came from another program, whatever they are; they may be a password, and are wiped
/// when nobody needs them any more.
public final class ReceivedBytes: Sendable {
  // Written to by nobody once the initialiser has ended.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer
  private let memory: any ByteMemory

  /// Copies bytes, whose owner wipes his own.
  ///
  /// - Parameter memory: Where they are kept.
  /// - Complexity: O(*n*).
  public init(copying bytes: Span<UInt8>, into memory: any ByteMemory = OrdinaryMemory()) {
    self.memory = memory
    storage = memory.allocate(byteCount: bytes.count)
    bytes.withUnsafeBytes { storage.copyMemory(from: $0) }
  }

  deinit { memory.wipeAndFree(storage) }

  public var count: Int { storage.count }

  /// Lends the bytes for as long as the call.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.bindMemory(to: UInt8.self).span)
  }
}

extension ReceivedBytes: CustomStringConvertible {
  /// Tells only how many bytes there are.
  public var description: String { "ReceivedBytes(\(count))" }
}

extension ReceivedBytes: CustomReflectable {
  /// Shows nothing of them to a debugger's or a test's dump.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
