import CX11
import Motion
import Scene
import X11

/// A requestor of data from selection owners (ICCCM 2.4).
///
/// It never blocks: owners reply by events, and it reads one slice in each iteration of the run
/// loop, so frames are drawn in between. An owner may exit, become unresponsive or send without
/// end. Each of at most four transfers uses up to `IncomingSelection.defaultOptions.limit` bytes,
/// and as much again for a copy while the data is delivered.
struct SelectionRequestor: ~Copyable {
  private let connection: Connection
  private var windows: FinishedTransferWindows
  private var incoming: [IncomingSelection] = []
  private var received: [ReceivedData] = []

  /// The maximum number of concurrent transfers. Further requests fail immediately with `tooManyRequests`.
  static let maximumTransferCount = 4

  init(on connection: Connection) {
    self.connection = connection
    windows = FinishedTransferWindows(on: connection)
  }

  deinit { for transfer in incoming { connection.destroyIfExists(transfer.window) } }

  /// Requests the content of a selection in the first of `types` that its owner offers.
  ///
  /// Data of this program is read without the server and delivered in a later iteration. Its size
  /// is unlimited, except when it is read as a secret.
  ///
  /// - Parameters:
  ///   - offered: The available targets if they are known. If `nil`, the owner is asked for them.
  ///   - options: The allocator and the limit for the received data. The limit applies to data of
  ///     other clients, and to secrets because memory for them is scarce.
  ///   - time: The time of the event that caused the request.
  ///   - owner: The selections of this program.
  mutating func request(
    of selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    options: ReceiveConfiguration = IncomingSelection.defaultOptions, since time: ServerTime, at now: Instant,
    unlessOwnedBy owner: borrowing SelectionOwner
  ) {
    if let content = owner.content(of: selection) {
      let limit = if case .secret = source { options.limit } else { Int.max }
      let result = ReceivedData.result(
        of: content, types: types, in: ReceiveConfiguration(limit: limit, in: options.allocator))
      return addResult(ReceivedData(from: source, result))
    }
    guard incoming.count < Self.maximumTransferCount else {
      return addResult(ReceivedData(from: source, .failure(.tooManyRequests)))
    }
    var transfer = IncomingSelection(
      selection, for: source, types: types, offered: offered, into: connection.makeHiddenWindow(),
      options: options, since: time, atoms: connection.atoms, at: now)
    let step = transfer.begin()
    incoming.append(transfer)
    perform(step, ofTransferAt: incoming.count - 1)
  }

  /// Adds data to the results as if it had been received from another client.
  mutating func addResult(_ data: ReceivedData) { received.append(data) }

  /// Returns and removes the results of all finished requests.
  mutating func takeReceived() -> [ReceivedData] {
    defer { received.removeAll() }
    return received
  }

  /// Handles an event if it concerns requested data.
  ///
  /// - Returns: Whether the event was handled.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case SelectionNotify: handleReply(event.xselection, at: now)
    case PropertyNotify: handlePropertyChange(event.xproperty)
    default: false
    }
  }

  /// The time of the next action that no event triggers. `nil` if none is pending.
  var deadline: Instant? {
    guard received.isEmpty, incoming.allSatisfy({ $0.unread == nil }) else { return .distantPast }
    return incoming.map(\.deadline).min()
  }

  /// Reads the next slice of each transfer and ends the transfers that have timed out.
  mutating func advance(to now: Instant) {
    for transfer in incoming {
      if let offset = transfer.unread, let index = index(of: transfer.window) {
        read(from: offset, ofTransferAt: index, at: now)
      }
    }
    // The reply may be among the queued events.
    guard connection.queuedEventCount == 0 else { return }
    for transfer in incoming where transfer.deadline <= now {
      guard let index = index(of: transfer.window) else { continue }
      incoming[index].cancel()
      perform(.end, ofTransferAt: index)
    }
  }

  private mutating func handleReply(_ event: XSelectionEvent, at now: Instant) -> Bool {
    guard let index = index(of: event.requestor) else { return false }
    let transfer = incoming[index]
    guard event.selection == transfer.selection, event.target == transfer.target, transfer.unread == nil
    else { return true }
    let isGranted = event.property == connection.atoms[.selectionReply]
    perform(incoming[index].handleReply(isGranted: isGranted, at: now), ofTransferAt: index)
    return true
  }

  private mutating func handlePropertyChange(_ event: XPropertyEvent) -> Bool {
    guard let index = index(of: event.window) else {
      return event.state == PropertyNewValue && windows.handleNewValue(in: event.window)
    }
    if event.state == PropertyNewValue, incoming[index].awaitsChunk, incoming[index].unread == nil {
      incoming[index].unread = 0
    }
    return true
  }

  private mutating func read(from offset: Int, ofTransferAt index: Int, at now: Instant) {
    incoming[index].unread = nil
    let slice = PropertySlice(
      of: connection.atoms[.selectionReply], of: incoming[index].window, from: offset,
      limit: incoming[index].sliceLimit, isTaken: true, on: connection)
    perform(incoming[index].handle(slice, at: now), ofTransferAt: index)
  }

  private mutating func perform(_ step: IncomingSelection.Step, ofTransferAt index: Int) {
    let transfer = incoming[index]
    switch step {
    case .wait: break
    case .read(let offset): incoming[index].unread = offset
    case .request(let target):
      // The property may contain the data of a previous reply.
      windows.deleteValue(of: transfer.window)
      XConvertSelection(
        connection.display, transfer.selection, target, connection.atoms[.selectionReply], transfer.window,
        transfer.time.value)
    case .end:
      incoming.remove(at: index)
      addResult(ReceivedData(from: transfer.source, transfer.result))
      let isComplete = if case .success = transfer.result { true } else { false }
      windows.add(transfer.window, isComplete: isComplete)
    }
  }

  private func index(of window: WindowID) -> Int? { incoming.firstIndex { $0.window == window } }
}

/// The hidden windows of finished transfers, to a property of which the owners have written.
///
/// Each transfer uses its own window, so a late reply to an abandoned transfer is never mistaken
/// for the reply to another one. Its window remains for a while: data that arrives
/// there is deleted unread, so that the other client can finish. If the window were destroyed, that
/// client would receive an X error. Programs that use Xlib's default error handler, such as xclip,
/// would exit and lose the data.
struct FinishedTransferWindows: ~Copyable {
  private let connection: Connection
  /// The windows, the oldest first, each with the number of values that were deleted since the end of its transfer.
  private var entries: [(window: WindowID, isComplete: Bool, deletedCount: Int)] = []

  /// The maximum number of windows. The oldest one of a complete transfer is destroyed first: the owner of an
  /// abandoned one may still be sending.
  private static let maximumCount = 8
  /// The maximum number of values to delete in one window: 256 MB in chunks of the usual size.
  private static let maximumDeletedCount = 1024

  init(on connection: Connection) { self.connection = connection }

  deinit { for entry in entries { connection.destroyIfExists(entry.window) } }

  /// Adds the window of a transfer that has ended or was abandoned.
  mutating func add(_ window: WindowID, isComplete: Bool) {
    deleteValue(of: window)
    entries.append((window, isComplete, 0))
    guard entries.count > Self.maximumCount else { return }
    let index = entries.firstIndex(where: \.isComplete) ?? 0
    connection.destroyIfExists(entries.remove(at: index).window)
  }

  /// Deletes a new value in the window of a finished transfer.
  ///
  /// - Returns: Whether the window is one of these.
  mutating func handleNewValue(in window: WindowID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.window == window }) else { return false }
    if entries[index].deletedCount < Self.maximumDeletedCount {
      entries[index].deletedCount += 1
      deleteValue(of: window)
    } else {
      connection.destroyIfExists(entries.remove(at: index).window)
    }
    return true
  }

  /// Deletes the property of a window. It occupies memory in the server, and the client that wrote
  /// it may be waiting until it is read.
  func deleteValue(of window: WindowID) {
    connection.ignoringErrors {
      _ = XDeleteProperty(connection.display, window, connection.atoms[.selectionReply])
    }
  }
}

extension Connection {
  fileprivate func destroyIfExists(_ window: WindowID) {
    ignoringErrors { _ = XDestroyWindow(display, window) }
  }
}

extension ReceivedData {
  /// Returns the content of an offer in the first of `types` that it provides.
  static func result(of offered: SelectionContent, types: [DataType], in options: ReceiveConfiguration)
    -> Result<Content, Failure>
  {
    for type in types {
      if type == .text, let secret = offered.secret {
        return secret.withUTF8 { copy(of: $0, type, in: options) }
      }
      guard let form = offered.offer.representations.first(where: { $0.type == type }) else { continue }
      return copy(of: form.bytes().span, type, in: options)
    }
    return .failure(.noData)
  }

  private static func copy(of bytes: Span<UInt8>, _ type: DataType, in options: ReceiveConfiguration)
    -> Result<Content, Failure>
  {
    guard bytes.count <= options.limit else { return .failure(.tooLarge(limit: options.limit)) }
    return .success(Content(type: type, bytes: ReceivedBytes(copying: bytes, into: options.allocator)))
  }
}
