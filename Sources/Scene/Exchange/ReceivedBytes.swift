import Glibc

/// Bytes that came from another program, whatever they are; they may be a password, and are wiped
/// when nobody needs them any more.
public final class ReceivedBytes: Sendable {
  // Written to by nobody once the initialiser has ended.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

  /// Copies bytes, whose owner wipes his own.
  ///
  /// - Complexity: O(*n*).
  public init(copying bytes: Span<UInt8>) {
    storage = .allocate(byteCount: bytes.count, alignment: 1)
    bytes.withUnsafeBytes { storage.copyMemory(from: $0) }
  }

  deinit {
    if let start = storage.baseAddress { explicit_bzero(start, storage.count) }
    storage.deallocate()
  }

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
