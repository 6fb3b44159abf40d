import Glibc

/// Data from another client, or the reason why none arrived.
public struct ReceivedData: Sendable {
  /// The source of the data.
  public enum Source: Hashable, Sendable {
    /// The data was requested from a pasteboard.
    case pasteboard(Pasteboard)
    /// The data was dropped at a position in the window.
    case drop(at: Point)
    /// The data was requested as a secret with this request number.
    case secret(request: Int)
  }

  public var source: Source
  public var result: Result<Content, Failure>

  /// The data in the first requested type that the other client supports.
  public struct Content: Sendable {
    public var type: DataType
    public var bytes: ReceivedBytes

    public init(type: DataType, bytes: ReceivedBytes) { (self.type, self.bytes) = (type, bytes) }
  }

  /// The reason why no data arrived.
  public enum Failure: Error, Hashable, Sendable {
    /// No client offers data, or none of the requested types is available.
    case noData
    /// The other client stopped responding.
    case timedOut
    /// The data was not requested, because the maximum number of requests is pending.
    case tooManyRequests
    /// The data has more than `limit` bytes. None of them were kept.
    case tooLarge(limit: Int)
  }

  public init(from source: Source, _ result: Result<Content, Failure>) {
    (self.source, self.result) = (source, result)
  }
}

/// Bytes of any content from another client. They may be a password, so they are wiped on
/// deallocation.
public final class ReceivedBytes: Sendable {
  // Not written to after the initializer returns.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer
  private let allocator: any ByteAllocator

  /// Copies bytes without a byte order mark at their start. The owner of the original must wipe it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to copy.
  ///   - allocator: The allocator for the copy.
  /// - Complexity: O(*n*).
  public init(copying bytes: Span<UInt8>, into allocator: any ByteAllocator = HeapAllocator()) {
    let bytes = bytes.extracting(droppingFirst: bytes.byteOrderMarkLength)
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

extension Span<UInt8> {
  /// The length of a byte order mark (U+FEFF in UTF-8) at the start, which some programs write before a text, or 0
  /// if there is none.
  package var byteOrderMarkLength: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
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

/// A clipboard or drag-and-drop event.
public enum DataEvent: Sendable {
  /// Requested or dropped data arrived, or the request failed.
  case received(ReceivedData)
  /// The user drags data over the window.
  case dragUpdated(DropInfo)
  /// The drag left the window, or its source cancelled it.
  case dragExited
  /// A drag that started in this window ended.
  case dragEnded(DragOutcome)

  /// Returns the event with its position displaced by `vector`. Use the negated offset of the
  /// content to convert to the coordinates of the content.
  public func offset(by vector: Vector) -> DataEvent {
    switch self {
    case .dragUpdated(var info):
      info.position = info.position + vector
      return .dragUpdated(info)
    case .received(var data):
      guard case .drop(let position) = data.source else { return self }
      data.source = .drop(at: position + vector)
      return .received(data)
    case .dragExited, .dragEnded: return self
    }
  }
}

/// The position and the types of data that the user drags over the window.
public struct DropInfo: Hashable, Sendable {
  /// The position of the pointer, in logical pixels of the window.
  public var position: Point
  /// The available types, the preferred one first.
  public var types: [DataType]
  /// Whether the drag started in a window of this program.
  public var isLocal: Bool

  public init(at position: Point, types: [DataType], isLocal: Bool = false) {
    (self.position, self.types, self.isLocal) = (position, types, isLocal)
  }
}

/// The outcome of a drag that started in this window.
public enum DragOutcome: Hashable, Sendable {
  /// Another window accepted the data, or may still accept it.
  case dropped
  /// The user released it where no client accepts it, or cancelled the drag.
  case cancelled
}
