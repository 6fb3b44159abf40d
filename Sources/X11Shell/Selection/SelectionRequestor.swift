import CX11
import Motion
import Scene

/// Asks the owners of selections for what they offer (ICCCM 2.4).
///
/// Nothing is waited for: owners answer by events, and what they send is read a slice in a turn of
/// the run loop, so that frames go on beside it. An owner may die, fall silent or send without end:
/// for each of at most four transfers memory is taken for `IncomingSelection.usualRoom.limit` bytes, and
/// while these are handed over for a copy of them.
struct SelectionRequestor: ~Copyable {
  private let connection: Connection
  private var windows: RequestorWindows
  private var incoming: [IncomingSelection] = []
  /// Where to read on, by the windows of transfers that have something to read.
  private var unread: [Window: Int] = [:]
  private var received: [ReceivedData] = []

  /// How many transfers may be under way at once; of any more it is told at once that they are too
  /// many.
  static let mostTransfers = 4

  init(on connection: Connection) {
    self.connection = connection
    windows = RequestorWindows(on: connection)
  }

  /// Asks for what a selection holds.
  ///
  /// - Parameters:
  ///   - types: What is wanted, the best first.
  ///   - offered: The targets that there are, where the owner need not be asked for them.
  ///   - room: For what comes.
  ///   - time: Of the event that led to it.
  mutating func request(
    _ selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    room: DataRoom, since time: ServerTime, at now: Instant
  ) {
    guard incoming.count < Self.mostTransfers else {
      return deliver(ReceivedData(from: source, .failure(.tooMany)))
    }
    var transfer = IncomingSelection(
      selection, for: source, types: types, offered: offered, into: windows.take(), room: room,
      since: time, atoms: connection.atoms, at: now)
    let step = transfer.begin()
    incoming.append(transfer)
    follow(step, ofTransferAt: incoming.count - 1)
  }

  /// Has data told as if it had come from another program.
  mutating func deliver(_ data: ReceivedData) { received.append(data) }

  /// Hands over what has come, and what will not, and forgets it.
  mutating func takeReceived() -> [ReceivedData] {
    defer { received.removeAll() }
    return received
  }

  /// Takes in an event if it is about what was asked for.
  ///
  /// - Returns: Whether it was.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case SelectionNotify: noteAnswer(event.xselection, at: now)
    case PropertyNotify: noteChange(event.xproperty)
    default: false
    }
  }
}

extension SelectionRequestor {
  /// When there is something to do though no event comes; `nil` at rest.
  var deadline: Instant? {
    guard unread.isEmpty, received.isEmpty else { return .distantPast }
    return incoming.map(\.deadline).min()
  }

  /// Reads the next slice of all that has come, and gives up owners that have fallen silent.
  mutating func advance(to now: Instant) {
    let unread = unread
    self.unread.removeAll()
    for (window, offset) in unread { read(from: offset, in: window, at: now) }
    // An answer may be among what was not looked at yet.
    guard connection.queuedEventCount == 0 else { return }
    for transfer in incoming where transfer.deadline <= now {
      guard let index = index(of: transfer.window) else { continue }
      incoming[index].giveUp()
      follow(.abandon, ofTransferAt: index)
    }
  }

  private mutating func noteAnswer(_ event: XSelectionEvent, at now: Instant) -> Bool {
    guard let index = index(of: event.requestor) else { return false }
    let transfer = incoming[index]
    guard event.selection == transfer.selection, event.target == transfer.target,
      unread[event.requestor] == nil
    else { return true }
    let isGranted = event.property == connection.atoms[.selectionAnswer]
    follow(incoming[index].noteAnswer(isGranted: isGranted, at: now), ofTransferAt: index)
    return true
  }

  private mutating func noteChange(_ event: XPropertyEvent) -> Bool {
    guard let index = index(of: event.window) else {
      return event.state == PropertyNewValue && windows.noteValue(in: event.window)
    }
    if event.state == PropertyNewValue, incoming[index].takesPieces, unread[event.window] == nil {
      unread[event.window] = 0
    }
    return true
  }

  private mutating func read(from offset: Int, in window: Window, at now: Instant) {
    guard let index = index(of: window) else { return }
    let slice = PropertySlice(
      of: connection.atoms[.selectionAnswer], of: window, from: offset,
      limit: incoming[index].sliceLimit, isTaken: true, on: connection)
    follow(incoming[index].take(slice, at: now), ofTransferAt: index)
  }

  private mutating func follow(_ step: IncomingSelection.Step, ofTransferAt index: Int) {
    let transfer = incoming[index]
    switch step {
    case .wait: break
    case .read(let offset): unread[transfer.window] = offset
    case .ask(let target):
      // What another answer has left there is not the next one's.
      windows.deleteValue(of: transfer.window)
      XConvertSelection(
        connection.display, transfer.selection, target, connection.atoms[.selectionAnswer],
        transfer.window, transfer.time.value)
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

  private func index(of window: Window) -> Int? {
    incoming.firstIndex { $0.window == window }
  }
}
