import CX11
import Glibc
import Motion
import Scene
import Testing

@testable import X11Shell

@Suite struct `Data on its way from another program` {
  private let atoms = Atoms.numbered
  private let start = Instant(nanoseconds: 1_000_000_000)
  private let tokens = DataType("application/x-tokens")

  private func transfer(
    _ types: [DataType] = [.text], offered: [Atom]? = nil, limit: Int = 10,
    in memory: any ByteMemory = OrdinaryMemory(),
    for source: ReceivedData.Source = .pasteboard(.clipboard)
  ) -> IncomingSelection {
    IncomingSelection(
      1, for: source, types: types, offered: offered, into: 2,
      room: DataRoom(limit: limit, in: memory), since: ServerTime(3), atoms: atoms, at: start)
  }

  /// One that was asked for text and has been told that the owner has it.
  private func asked(_ target: Atom? = nil, limit: Int = 10) -> IncomingSelection {
    var transfer = transfer(offered: [target ?? atoms[.utf8String]], limit: limit)
    _ = transfer.begin()
    _ = transfer.noteAnswer(isGranted: true, at: start)
    return transfer
  }

  private func slice(_ bytes: [UInt8], type: Atom? = nil, rest: Int = 0) -> PropertySlice {
    PropertySlice(holding: bytes, type: type ?? atoms[.utf8String], rest: rest)
  }

  private func bytes(_ transfer: IncomingSelection) -> [UInt8]? {
    (try? transfer.result.get())?.bytes.array
  }

  @Test(arguments: [false, true], [10, 5000])
  func `is gathered and told in the memory that was asked for`(isLatin1: Bool, length: Int) throws {
    let memory = WatchedMemory()
    let count = isLatin1 ? 2 * length : length
    do {
      let bytes = try receive(length, isLatin1: isLatin1, in: memory)
      #expect(memory.taken.count { $0 >= length } >= 2, "where it came in, and where it is told")
      #expect(memory.held == [count])
      #expect(bytes.withBytes { $0.withUnsafeBufferPointer { memory.isTaken($0.baseAddress) } })
    }
    #expect(memory.held == [])
  }

  /// So many bytes that come by fours.
  private func receive(
    _ length: Int, isLatin1: Bool, in memory: WatchedMemory
  ) throws -> ReceivedBytes {
    let target = isLatin1 ? XA_STRING : atoms[.utf8String]
    var transfer = transfer(offered: [target], limit: 10_000, in: memory)
    _ = transfer.begin()
    _ = transfer.noteAnswer(isGranted: true, at: start)
    for rest in stride(from: length, to: 0, by: -4) {
      let piece = [UInt8](repeating: 0xE9, count: min(4, rest))
      let slice = slice(piece, type: target, rest: max(0, rest - 4))
      _ = transfer.take(slice, at: start)
    }
    return try transfer.result.get().bytes
  }

  @Test func `is asked for as the first wanted type that there is, and its best target`() {
    var transfer = transfer([tokens, .uriList, .text])
    #expect(transfer.begin() == .ask(atoms[.targets]))
    #expect(transfer.noteAnswer(isGranted: true, at: start) == .read(from: 0))
    let offered = PropertySlice(
      words: [XA_STRING, atoms[.utf8String], atoms[.uriList], 99], type: XA_ATOM)
    #expect(transfer.take(offered, at: start) == .ask(atoms[.uriList]))
    _ = transfer.noteAnswer(isGranted: true, at: start)
    #expect(transfer.take(slice([65], type: atoms[.uriList]), at: start) == .end)
    #expect((try? transfer.result.get())?.type == .uriList)
    #expect(bytes(transfer) == [65])
  }

  @Test func `is asked for in the next form where one is refused or is something else`() {
    let offered = [atoms[tokens], atoms[.utf8String], XA_STRING]
    var transfer = transfer([tokens, .text], offered: offered)
    #expect(transfer.begin() == .ask(atoms[tokens]))
    #expect(transfer.noteAnswer(isGranted: false, at: start) == .ask(atoms[.utf8String]))
    _ = transfer.noteAnswer(isGranted: true, at: start)
    #expect(transfer.take(slice([65], type: 4711), at: start) == .ask(XA_STRING))
    _ = transfer.noteAnswer(isGranted: true, at: start)
    #expect(transfer.take(PropertySlice(words: [65], type: XA_STRING), at: start) == .end)
    #expect(transfer.failure == .nothingThere)
  }

  @Test func `is asked for as text where the owner tells of no targets`() {
    var transfer = transfer([tokens, .text])
    _ = transfer.begin()
    #expect(transfer.noteAnswer(isGranted: false, at: start) == .ask(atoms[.utf8String]))
    #expect(transfer.noteAnswer(isGranted: false, at: start) == .ask(XA_STRING))
    #expect(transfer.noteAnswer(isGranted: false, at: start) == .end)
    #expect(transfer.failure == .nothingThere)
    var other = self.transfer([tokens])
    _ = other.begin()
    #expect(other.noteAnswer(isGranted: false, at: start) == .end)
  }

  @Test func `is nothing where there is nothing that is wanted`() {
    var transfer = transfer([tokens])
    _ = transfer.begin()
    _ = transfer.noteAnswer(isGranted: true, at: start)
    let offered = PropertySlice(words: [XA_STRING], type: atoms[.targets])
    #expect(transfer.take(offered, at: start) == .end)
    #expect(transfer.failure == .nothingThere)
    var none = self.transfer([], offered: [])
    #expect(none.begin() == .end)
  }

  @Test(arguments: [nil, XA_ATOM, XA_STRING] as [Atom?])
  func `as a secret is not read where it comes instead of a list of targets`(type: Atom?) {
    var transfer = transfer(for: .secret(request: 1))
    _ = transfer.begin()
    #expect(transfer.noteAnswer(isGranted: true, at: start) == .read(from: 0))
    #expect(transfer.sliceLimit == 0)
    let step = transfer.take(
      PropertySlice(
        type: type ?? atoms[.targets], format: type == nil ? 32 : 8, count: 0, rest: 9, data: nil),
      at: start)
    guard type == nil else {
      // Whoever gives that is asked for text.
      #expect(step == .ask(atoms[.utf8String]) && transfer.sliceLimit == 4)
      return
    }
    #expect(step == .read(from: 0) && transfer.sliceLimit > 1000)
    #expect(
      transfer.take(PropertySlice(words: [XA_STRING], type: XA_ATOM), at: start)
        == .ask(XA_STRING))
    #expect(transfer.sliceLimit == 4)
  }

  @Test func `as a secret is nothing where the list of targets is empty or longer than a slice`() {
    for rest in [0, 300_000] {
      var transfer = transfer(for: .secret(request: 1))
      _ = transfer.begin()
      _ = transfer.noteAnswer(isGranted: true, at: start)
      func list(_ rest: Int) -> PropertySlice {
        PropertySlice(type: XA_ATOM, format: 32, count: 0, rest: rest, data: nil)
      }
      if rest > 0 { #expect(transfer.take(list(rest), at: start) == .read(from: 0)) }
      let step = transfer.take(list(rest), at: start)
      #expect(step == (rest > 0 ? .ask(atoms[.utf8String]) : .end))
    }
  }

  @Test func `is UTF-8 though it came as Latin-1`() {
    var transfer = asked(XA_STRING)
    #expect(transfer.take(slice([0x41, 0xE9, 0xFF], type: XA_STRING), at: start) == .end)
    #expect(bytes(transfer) == Array("Aéÿ".utf8))
    #expect((try? transfer.result.get())?.type == .text)
    // Latin-1 may be too large only as UTF-8.
    var large = asked(XA_STRING, limit: 3)
    #expect(large.take(slice([0xE9, 0xE9], type: XA_STRING), at: start) == .end)
    #expect(large.failure == .tooLarge(limit: 3))
  }

  @Test func `is read slice by slice`() {
    var transfer = asked()
    #expect(transfer.take(slice([1, 2, 3, 4], rest: 4), at: start) == .read(from: 4))
    #expect(transfer.take(slice([5, 6, 7, 8]), at: start) == .end)
    #expect(bytes(transfer) == Array(1...8))
  }

  @Test func `comes in pieces, of which an empty one is the last`() {
    var transfer = asked()
    #expect(transfer.take(PropertySlice(words: [0], type: atoms[.incr]), at: start) == .wait)
    #expect(transfer.takesPieces)
    #expect(transfer.take(slice([1, 2, 3, 4], rest: 2), at: start) == .read(from: 4))
    #expect(transfer.take(slice([5, 6]), at: start) == .wait)
    // Told of twice, there once.
    #expect(transfer.take(slice([], type: Atom(None)), at: start) == .wait)
    #expect(transfer.take(slice([7]), at: start) == .wait)
    #expect(transfer.take(slice([]), at: start) == .end)
    #expect(bytes(transfer) == Array(1...7))
  }

  @Test func `is given up as soon as it is known to be too large`() {
    var whole = asked()
    #expect(whole.take(slice([1, 2, 3, 4], rest: 7), at: start) == .abandon)
    var announced = asked()
    #expect(announced.take(PropertySlice(words: [11], type: atoms[.incr]), at: start) == .abandon)
    var pieces = asked()
    _ = pieces.take(PropertySlice(words: [1], type: atoms[.incr]), at: start)
    #expect(pieces.take(slice(Array(1...10)), at: start) == .wait)
    #expect(pieces.take(slice([11]), at: start) == .abandon)
    for transfer in [whole, announced, pieces] {
      #expect(transfer.failure == .tooLarge(limit: 10))
    }
  }

  @Test func `may be as large as the limit`() {
    var transfer = asked()
    #expect(transfer.take(slice(Array(1...10)), at: start) == .end)
    #expect(bytes(transfer)?.count == 10)
  }

  @Test func `is given up where its pieces become something else`() {
    var transfer = asked()
    _ = transfer.take(PropertySlice(words: [0], type: atoms[.incr]), at: start)
    #expect(transfer.take(PropertySlice(words: [1], type: XA_ATOM), at: start) == .abandon)
    #expect(transfer.failure == .nothingThere)
  }

  @Test func `row 31: is given up 1 s after the last thing that came of it`() {
    var transfer = transfer()
    _ = transfer.begin()
    #expect(transfer.deadline == start + .seconds(1))
    _ = transfer.noteAnswer(isGranted: true, at: start + .milliseconds(600))
    #expect(transfer.deadline == start + .milliseconds(1600))
    _ = transfer.take(PropertySlice(words: [XA_STRING], type: XA_ATOM), at: start + .seconds(1))
    #expect(transfer.deadline == start + .seconds(2))
    // What was told of and is not there is no progress.
    var pieces = asked()
    _ = pieces.take(PropertySlice(words: [0], type: atoms[.incr]), at: start)
    _ = pieces.take(slice([], type: Atom(None)), at: start + .milliseconds(500))
    #expect(pieces.deadline == start + .seconds(1))
  }
}

extension IncomingSelection {
  /// Why nothing came; `nil` where something did.
  var failure: ReceivedData.Failure? {
    guard case .failure(let failure) = result else { return nil }
    return failure
  }
}

extension ReceivedBytes {
  /// A copy of them, which must not be a secret.
  var array: [UInt8] {
    withBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
  }
}

extension PropertySlice {
  /// A part of a property of bytes.
  init(holding bytes: [UInt8], type: Atom, rest: Int = 0) {
    let data = malloc(bytes.count + 1)?.assumingMemoryBound(to: UInt8.self)
    data?.update(from: bytes, count: bytes.count)
    self.init(type: type, format: 8, count: bytes.count, rest: rest, data: data)
  }

  /// A whole property of words, as Xlib has it.
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
