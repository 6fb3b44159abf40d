import CX11
import Motion
import Scene
import X11

/// The state of a transfer from a selection owner (ICCCM 2.4): the requests made, the data received
/// and the next step.
///
/// The requestor asks for `TARGETS` before it asks for one of them. Asking for the preferred target
/// directly would save a round trip, but some owners return their data for every target name: xclip
/// returns its text for any target, even a private one.
///
/// It performs no I/O: its functions receive what happened and return the next step.
struct IncomingSelection {
  /// The next action of the requestor.
  enum Step: Equatable {
    /// Request this target from the owner.
    case request(Atom)
    /// Wait for the owner.
    case wait
    /// Read the property, starting at this byte offset.
    case read(from: Int)
    /// Deliver the result. The owner may still send data.
    case end
  }

  private enum Phase: Equatable {
    /// The list of targets was requested.
    case listing
    /// The data was requested.
    case requesting
    /// The owner sends chunks (ICCCM 2.7.2, `INCR`).
    case chunks
  }

  let source: ReceivedData.Source
  let selection: Atom
  /// The window whose property receives the replies.
  let window: WindowID
  /// The time of the event that caused the request.
  let time: ServerTime
  /// The target that was requested last.
  private(set) var target: Atom
  /// The time at which the transfer fails if the owner has made no progress.
  private(set) var deadline: Instant
  private(set) var result = Result<ReceivedData.Content, ReceivedData.Failure>.failure(.noData)
  private var wantedTargets: ArraySlice<TypedTarget>
  private var phase: Phase
  /// Whether the reply to the `TARGETS` request is known to be a list of targets.
  private var isList = false
  private let content: WipedBytes
  /// The byte offset from which the requestor reads next. `nil` while it waits for the owner.
  var unread: Int?
  /// The number of bytes that were read from the current property.
  private var offset = 0
  private let types: [DataType]
  private let limit: Int
  private let atoms: Atoms

  /// The number of bytes to read in one request.
  private static let defaultSliceSize = 262_144
  /// The slice size for secrets, the smallest possible. Xlib and XCB never wipe their read buffers,
  /// but four bytes of each reply reveal only fragments.
  private static let secretSliceSize = 4
  /// The timeout for each reply and each chunk of the owner, which may itself wait for another machine.
  static let timeout = Duration.seconds(10)
  /// The configuration for data that is not secret: at most 16 MiB.
  static let defaultOptions = ReceiveConfiguration(limit: 16_777_216)

  /// - Parameters:
  ///   - types: The wanted types, in order of preference.
  ///   - offered: The available targets. If `nil`, the owner is asked for them.
  ///   - options: The limit and the allocator for the received data.
  init(
    _ selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    into window: WindowID, options: ReceiveConfiguration = defaultOptions, since time: ServerTime,
    atoms: Atoms,
    at now: Instant
  ) {
    (self.selection, self.source, self.window, self.time) = (selection, source, window, time)
    (self.types, self.limit, self.atoms) = (types, options.limit, atoms)
    content = WipedBytes(in: options)
    let targets = atoms.targets(for: types)
    wantedTargets = targets[...]
    if let offered { wantedTargets.removeAll { !offered.contains($0.target) } }
    phase = offered == nil ? .listing : .requesting
    target = atoms[.targets]
    deadline = now + Self.timeout
  }

  /// The maximum number of bytes to read in one request.
  ///
  /// It is 0 for a secret until the reply is known to be a list of targets, because some owners
  /// return their data for every target.
  var sliceLimit: Int {
    guard case .secret = source else { return Self.defaultSliceSize }
    guard phase == .listing else { return Self.secretSliceSize }
    return isList ? Self.defaultSliceSize : 0
  }

  /// Returns the first step.
  mutating func begin() -> Step { phase == .listing ? .request(target) : askNext() }

  /// Handles the owner's reply: the data is in the property, or the request was refused.
  mutating func handleReply(isGranted: Bool, at now: Instant) -> Step {
    guard phase != .chunks else { return .wait }
    deadline = now + Self.timeout
    return isGranted ? .read(from: 0) : refuse()
  }

  /// Whether the owner sends chunks, each announced by a change of the property.
  var awaitsChunk: Bool { phase == .chunks }

  /// Handles a slice of the property.
  mutating func handle(_ slice: borrowing PropertySlice, at now: Instant) -> Step {
    if slice.exists { deadline = now + Self.timeout }
    return switch phase {
    case .listing: handleTargets(slice)
    case .requesting: handleData(slice)
    case .chunks: handleChunk(slice)
    }
  }

  /// Fails the transfer with a timeout.
  mutating func cancel() { result = .failure(.timedOut) }

  private mutating func handleTargets(_ slice: borrowing PropertySlice) -> Step {
    // Its chunks would arrive in the property of the next request.
    guard slice.type != atoms[.incr] else { return .end }
    // Some owners use the target as the type of the reply.
    guard slice.type == XA_ATOM || slice.type == atoms[.targets], slice.format == 32 else { return refuse() }
    if sliceLimit == 0, slice.remainingByteCount > 0 {
      isList = true
      return .read(from: 0)
    }
    guard slice.remainingByteCount == 0 else { return refuse() }
    let offered = Set(slice.words)
    wantedTargets.removeAll { !offered.contains($0.target) }
    phase = .requesting
    return askNext()
  }

  /// Continues with the next possible target after a refusal.
  private mutating func refuse() -> Step {
    if phase == .listing {
      wantedTargets = atoms.fallbackTargets(for: types)[...]
      phase = .requesting
    } else {
      wantedTargets = wantedTargets.dropFirst()
    }
    return askNext()
  }

  private mutating func askNext() -> Step {
    offset = 0
    guard let wanted = wantedTargets.first else { return .end }
    target = wanted.target
    return .request(target)
  }

  private mutating func handleData(_ slice: borrowing PropertySlice) -> Step {
    if slice.type == atoms[.incr], offset == 0 {
      phase = .chunks
      // The value is the minimum number of bytes.
      return slice.words.first.map { $0 > UInt(limit) } ?? false ? exceed() : .wait
    }
    guard isAcceptable(slice) else { return offset == 0 ? refuse() : .end }
    return append(slice) ?? finish(type: slice.type)
  }

  /// Handles a chunk. An empty chunk is the last one. If the property does not exist, the chunk was
  /// already read.
  private mutating func handleChunk(_ slice: borrowing PropertySlice) -> Step {
    guard slice.exists else { return .wait }
    guard isAcceptable(slice) else { return .end }
    let isLast = slice.byteCount == 0 && slice.remainingByteCount == 0 && offset == 0
    if let step = append(slice) { return step }
    guard isLast else {
      offset = 0
      return .wait
    }
    return finish(type: slice.type)
  }

  /// - Returns: The next step if the property or chunk was not read completely, or exceeds the
  ///   limit.
  private mutating func append(_ slice: borrowing PropertySlice) -> Step? {
    guard content.count + slice.byteCount + slice.remainingByteCount <= limit else { return exceed() }
    slice.withBytes { content.append($0) }
    offset += slice.byteCount
    return slice.remainingByteCount > 0 ? .read(from: offset) : nil
  }

  private mutating func finish(type: Atom) -> Step {
    guard let wanted = wantedTargets.first else { return .end }
    let isLatin1 = wanted.type == .text && type == XA_STRING
    let content = isLatin1 ? content.utf8FromLatin1() : content
    guard content.count <= limit else { return exceed() }
    result = .success(ReceivedData.Content(type: wanted.type, bytes: content.received))
    return .end
  }

  private mutating func exceed() -> Step {
    result = .failure(.tooLarge(limit: limit))
    return .end
  }

  /// Returns whether a property has the requested type. For text, the type names the encoding.
  private func isAcceptable(_ slice: borrowing PropertySlice) -> Bool {
    guard slice.exists, slice.format == 8, let wanted = wantedTargets.first else { return false }
    return wanted.type != .text || atoms.targets(for: .text).contains(slice.type)
  }
}

/// A growing buffer for received or typed bytes. It wipes old storage because it may contain a password.
final class WipedBytes {
  private let options: ReceiveConfiguration
  private var storage: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// - Parameter options: The limit caps the reserved capacity unless more bytes are appended.
  init(in options: ReceiveConfiguration = ReceiveConfiguration(limit: 256)) {
    self.options = options
    storage = options.allocator.allocate(byteCount: 0)
  }

  deinit { options.allocator.wipeAndFree(storage) }

  /// - Complexity: O(*n*) in the number of appended bytes, amortized.
  func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(count + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Appends at most `limit` bytes, which the closure writes and counts.
  func append(upTo limit: Int, _ write: (UnsafeMutablePointer<CChar>) -> Int) {
    reserve(count + limit)
    guard let start = storage.baseAddress else { return }
    count += write((start + count).assumingMemoryBound(to: CChar.self))
  }

  /// Appends a character in UTF-8.
  func append(_ character: Unicode.Scalar) {
    reserve(count + 4)
    for byte in UTF8.encode(character) ?? .init() { put(byte) }
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    let old = storage
    storage = options.allocator.allocate(
      byteCount: max(capacity, min(max(2 * old.count, Self.minimumCapacity), options.limit)))
    storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[..<count]))
    options.allocator.wipeAndFree(old)
  }

  /// One page, because locked memory is allocated in whole pages.
  private static let minimumCapacity = 4096

  var received: ReceivedBytes { ReceivedBytes(copying: bytes.span, into: options.allocator) }

  /// Returns the text in UTF-8, if the bytes are ISO Latin-1. Latin-1 is equal to the first 256
  /// characters of Unicode, and UTF-8 encodes the second half of them in two bytes.
  ///
  /// - Complexity: O(*n*).
  func utf8FromLatin1() -> WipedBytes {
    let length = count + bytes.count { $0 >= 0x80 }
    let text = WipedBytes(in: ReceiveConfiguration(limit: length, in: options.allocator))
    text.reserve(length)
    for byte in bytes {
      if byte < 0x80 {
        text.put(byte)
      } else {
        text.put(0xC0 | byte >> 6)
        text.put(0x80 | byte & 0x3F)
      }
    }
    return text
  }

  /// Appends a byte. The capacity must be sufficient.
  private func put(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  /// The bytes, which are valid until the buffer grows or is deallocated.
  var bytes: UnsafeBufferPointer<UInt8> {
    let used = UnsafeMutableRawBufferPointer(rebasing: storage[..<count])
    return UnsafeBufferPointer(used.bindMemory(to: UInt8.self))
  }
}
