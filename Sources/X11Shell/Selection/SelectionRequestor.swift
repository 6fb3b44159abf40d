import CX11
import Motion
import Scene

/// A requestor of data from selection owners (ICCCM 2.4).
///
/// It never blocks: owners reply by events, and it reads one slice in each iteration of the run
/// loop, so frames are drawn in between. An owner may exit, become unresponsive or send without
/// end. Each of at most four transfers uses up to `IncomingSelection.defaultOptions.limit` bytes,
/// and as much again for a copy while the data is delivered.
struct SelectionRequestor: ~Copyable {
  private let connection: Connection
  private var windows: RequestorWindows
  private var incoming: [IncomingSelection] = []
  /// The next byte offset to read, by the window of the transfer.
  private var unread: [Window: Int] = [:]
  private var received: [ReceivedData] = []

  /// The maximum number of concurrent transfers. Further requests fail immediately with `tooMany`.
  static let maximumTransferCount = 4

  init(on connection: Connection) {
    self.connection = connection
    windows = RequestorWindows(on: connection)
  }

  /// Requests the content of a selection.
  ///
  /// - Parameters:
  ///   - types: The wanted types, in order of preference.
  ///   - offered: The available targets if they are known. If `nil`, the owner is asked for them.
  ///   - options: The limit and the allocator for the received data.
  ///   - time: The time of the event that caused the request.
  mutating func request(
    _ selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    options: ReceiveConfiguration, since time: ServerTime, at now: Instant
  ) {
    guard incoming.count < Self.maximumTransferCount else {
      return deliver(ReceivedData(from: source, .failure(.tooManyRequests)))
    }
    var transfer = IncomingSelection(
      selection, for: source, types: types, offered: offered, into: windows.take(), options: options,
      since: time, atoms: connection.atoms, at: now)
    let step = transfer.begin()
    incoming.append(transfer)
    perform(step, ofTransferAt: incoming.count - 1)
  }

  /// Delivers data as if it had been received from another client.
  mutating func deliver(_ data: ReceivedData) { received.append(data) }

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
}

extension SelectionRequestor {
  /// The time of the next action that no event triggers. `nil` if none is pending.
  var deadline: Instant? {
    guard unread.isEmpty, received.isEmpty else { return .distantPast }
    return incoming.map(\.deadline).min()
  }

  /// Reads the next slice of each transfer and ends the transfers that have timed out.
  mutating func advance(to now: Instant) {
    let unread = unread
    self.unread.removeAll()
    for (window, offset) in unread { read(from: offset, in: window, at: now) }
    // The reply may be among the queued events.
    guard connection.queuedEventCount == 0 else { return }
    for transfer in incoming where transfer.deadline <= now {
      guard let index = index(of: transfer.window) else { continue }
      incoming[index].cancel()
      perform(.abandon, ofTransferAt: index)
    }
  }

  private mutating func handleReply(_ event: XSelectionEvent, at now: Instant) -> Bool {
    guard let index = index(of: event.requestor) else { return false }
    let transfer = incoming[index]
    guard event.selection == transfer.selection, event.target == transfer.target,
      unread[event.requestor] == nil
    else { return true }
    let isGranted = event.property == connection.atoms[.selectionAnswer]
    perform(incoming[index].handleReply(isGranted: isGranted, at: now), ofTransferAt: index)
    return true
  }

  private mutating func handlePropertyChange(_ event: XPropertyEvent) -> Bool {
    guard let index = index(of: event.window) else {
      return event.state == PropertyNewValue && windows.handleNewValue(in: event.window)
    }
    if event.state == PropertyNewValue, incoming[index].awaitsChunk, unread[event.window] == nil {
      unread[event.window] = 0
    }
    return true
  }

  private mutating func read(from offset: Int, in window: Window, at now: Instant) {
    guard let index = index(of: window) else { return }
    let slice = PropertySlice(
      of: connection.atoms[.selectionAnswer], of: window, from: offset, limit: incoming[index].sliceLimit,
      isTaken: true, on: connection)
    perform(incoming[index].handle(slice, at: now), ofTransferAt: index)
  }

  private mutating func perform(_ step: IncomingSelection.Step, ofTransferAt index: Int) {
    let transfer = incoming[index]
    switch step {
    case .wait: break
    case .read(let offset): unread[transfer.window] = offset
    case .request(let target):
      // The property may contain the data of a previous reply.
      windows.deleteValue(of: transfer.window)
      XConvertSelection(
        connection.display, transfer.selection, target, connection.atoms[.selectionAnswer], transfer.window,
        transfer.time.value)
    case .end:
      end(transferAt: index)
      windows.giveBack(transfer.window)
    case .abandon:
      end(transferAt: index)
      windows.abandon(transfer.window)
    }
  }

  private mutating func end(transferAt index: Int) {
    let transfer = incoming.remove(at: index)
    unread[transfer.window] = nil
    deliver(ReceivedData(from: transfer.source, transfer.result))
  }

  private func index(of window: Window) -> Int? { incoming.firstIndex { $0.window == window } }
}
