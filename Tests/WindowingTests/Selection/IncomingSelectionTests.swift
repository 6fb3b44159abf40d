import CX11
import Glibc
import Motion
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Incoming selection` {
  private let atoms = Atoms.numbered
  private let start = Instant(nanoseconds: 1_000_000_000)
  private let tokens = DataType("application/x-tokens")

  private func transfer(
    _ types: [DataType] = [.text], offered: [Atom]? = nil, limit: Int = 10,
    in memory: any ByteAllocator = HeapAllocator(),
    for source: ReceivedData.Source = .pasteboard(.clipboard)
  ) -> IncomingSelection {
    IncomingSelection(
      1, for: source, types: types, offered: offered, into: 2,
      options: ReceiveConfiguration(limit: limit, in: memory), since: ServerTime(3), atoms: atoms, at: start)
  }

  /// Returns a transfer that has requested text. The owner has granted the request.
  private func granted(_ target: Atom? = nil, limit: Int = 10) -> IncomingSelection {
    var transfer = transfer(offered: [target ?? atoms[.utf8String]], limit: limit)
    _ = transfer.begin()
    _ = transfer.handleReply(isGranted: true, at: start)
    return transfer
  }

  private func slice(_ bytes: [UInt8], type: Atom? = nil, remaining: Int = 0) -> PropertySlice {
    PropertySlice(holding: bytes, type: type ?? atoms[.utf8String], remaining: remaining)
  }

  private func bytes(_ transfer: IncomingSelection) -> [UInt8]? {
    (try? transfer.result.get())?.bytes.array
  }

  @Test(arguments: [false, true], [10, 5000])
  func `uses the given allocator for reception and result`(isLatin1: Bool, length: Int) throws {
    let memory = TrackingAllocator()
    let count = isLatin1 ? 2 * length : length
    do {
      let bytes = try receive(length, isLatin1: isLatin1, in: memory)
      #expect(memory.allocatedSizes.count { $0 >= length } >= 2, "for reception and for the result")
      #expect(memory.liveSizes == [count])
      #expect(bytes.withBytes { $0.withUnsafeBufferPointer { memory.isAllocated($0.baseAddress) } })
    }
    #expect(memory.liveSizes == [])
  }

  /// Receives `length` bytes, four at a time.
  private func receive(
    _ length: Int, isLatin1: Bool, in memory: TrackingAllocator
  ) throws -> ReceivedBytes {
    let target = isLatin1 ? XA_STRING : atoms[.utf8String]
    var transfer = transfer(offered: [target], limit: 10_000, in: memory)
    _ = transfer.begin()
    _ = transfer.handleReply(isGranted: true, at: start)
    for remaining in stride(from: length, to: 0, by: -4) {
      let chunk = [UInt8](repeating: 0xE9, count: min(4, remaining))
      let slice = slice(chunk, type: target, remaining: max(0, remaining - 4))
      _ = transfer.handle(slice, at: start)
    }
    return try transfer.result.get().bytes
  }

  @Test func `requests the next target after a refusal or an unexpected type`() {
    let offered = [atoms[tokens], atoms[.utf8String], XA_STRING]
    var transfer = transfer([tokens, .text], offered: offered)
    #expect(transfer.begin() == .request(atoms[tokens]))
    #expect(transfer.handleReply(isGranted: false, at: start) == .request(atoms[.utf8String]))
    _ = transfer.handleReply(isGranted: true, at: start)
    #expect(transfer.handle(slice([65], type: 4711), at: start) == .request(XA_STRING))
    _ = transfer.handleReply(isGranted: true, at: start)
    #expect(transfer.handle(PropertySlice(words: [65], type: XA_STRING), at: start) == .end)
    #expect(transfer.failure == .noData)
  }

  @Test(arguments: [nil, XA_ATOM, XA_STRING] as [Atom?])
  func `reads no secret that is sent instead of a list of targets`(type: Atom?) {
    var transfer = transfer(for: .secret(request: 1))
    _ = transfer.begin()
    #expect(transfer.handleReply(isGranted: true, at: start) == .read(from: 0))
    #expect(transfer.sliceLimit == 0)
    let step = transfer.handle(
      PropertySlice(
        type: type ?? atoms[.targets], format: type == nil ? 32 : 8, count: 0, rest: 9, data: nil),
      at: start)
    guard type == nil else {
      // An owner that sends another reply is asked for text.
      #expect(step == .request(atoms[.utf8String]) && transfer.sliceLimit == 4)
      return
    }
    #expect(step == .read(from: 0) && transfer.sliceLimit > 1000)
    #expect(
      transfer.handle(PropertySlice(words: [XA_STRING], type: XA_ATOM), at: start)
        == .request(XA_STRING))
    #expect(transfer.sliceLimit == 4)
  }

  @Test func `handles an empty or overlong list of targets for a secret`() {
    for remaining in [0, 300_000] {
      var transfer = transfer(for: .secret(request: 1))
      _ = transfer.begin()
      _ = transfer.handleReply(isGranted: true, at: start)
      func list(_ remaining: Int) -> PropertySlice {
        PropertySlice(type: XA_ATOM, format: 32, count: 0, rest: remaining, data: nil)
      }
      if remaining > 0 { #expect(transfer.handle(list(remaining), at: start) == .read(from: 0)) }
      let step = transfer.handle(list(remaining), at: start)
      #expect(step == (remaining > 0 ? .request(atoms[.utf8String]) : .end))
    }
  }

  @Test func `is too large if Latin-1 exceeds the limit after the conversion to UTF-8`() {
    var transfer = granted(XA_STRING, limit: 3)
    #expect(transfer.handle(slice([0xE9, 0xE9], type: XA_STRING), at: start) == .end)
    #expect(transfer.failure == .tooLarge(limit: 3))
  }

  @Test func `receives chunks until an empty one`() {
    var transfer = granted()
    #expect(transfer.handle(PropertySlice(words: [0], type: atoms[.incr]), at: start) == .wait)
    #expect(transfer.awaitsChunk)
    #expect(transfer.handle(slice([1, 2, 3, 4], remaining: 2), at: start) == .read(from: 4))
    #expect(transfer.handle(slice([5, 6]), at: start) == .wait)
    // Two change events announced one chunk.
    #expect(transfer.handle(slice([], type: Atom(None)), at: start) == .wait)
    #expect(transfer.handle(slice([7]), at: start) == .wait)
    #expect(transfer.handle(slice([]), at: start) == .end)
    #expect(bytes(transfer) == Array(1...7))
  }

  @Test func `is abandoned when a chunk has another type`() {
    var transfer = granted()
    _ = transfer.handle(PropertySlice(words: [0], type: atoms[.incr]), at: start)
    #expect(transfer.handle(PropertySlice(words: [1], type: XA_ATOM), at: start) == .end)
    #expect(transfer.failure == .noData)
  }

  @Test func `row 31: times out 10 s after the last progress`() {
    var transfer = transfer()
    _ = transfer.begin()
    #expect(transfer.deadline == start + .seconds(10))
    _ = transfer.handleReply(isGranted: true, at: start + .milliseconds(600))
    #expect(transfer.deadline == start + .milliseconds(10600))
    _ = transfer.handle(PropertySlice(words: [XA_STRING], type: XA_ATOM), at: start + .seconds(1))
    #expect(transfer.deadline == start + .seconds(11))
    // An event without a chunk is no progress.
    var chunks = granted()
    _ = chunks.handle(PropertySlice(words: [0], type: atoms[.incr]), at: start)
    _ = chunks.handle(slice([], type: Atom(None)), at: start + .milliseconds(500))
    #expect(chunks.deadline == start + .seconds(10))
  }
}

extension IncomingSelection {
  /// The reason for the failure. `nil` on success.
  var failure: ReceivedData.Failure? {
    guard case .failure(let failure) = result else { return nil }
    return failure
  }
}

extension ReceivedBytes {
  /// A copy of the bytes. They must not be secret.
  var array: [UInt8] {
    withBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
  }
}

extension PropertySlice {
  /// Creates a slice of a property of bytes.
  init(holding bytes: [UInt8], type: Atom, remaining: Int = 0) {
    let data = malloc(bytes.count + 1)?.assumingMemoryBound(to: UInt8.self)
    data?.update(from: bytes, count: bytes.count)
    self.init(type: type, format: 8, count: bytes.count, rest: remaining, data: data)
  }

  /// Creates a complete property of 32-bit elements in Xlib's format.
  init(words: [UInt], type: Atom) {
    let data = malloc(8 * words.count + 1)
    words.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { data?.copyMemory(from: start, byteCount: bytes.count) }
    }
    self.init(
      type: type, format: 32, count: words.count, rest: 0,
      data: data?.assumingMemoryBound(to: UInt8.self))
  }
}
