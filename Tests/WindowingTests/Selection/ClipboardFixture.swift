import CX11
import Motion
import Scene
import ScreenDriver

@testable import Windowing
@testable import X11

/// A fixture with a program that transfers data on its own display, another client that reads its
/// clipboard, and a virtual clock.
final class ClipboardFixture {
  let display: VirtualDisplay
  let connection: Connection
  let reader: SelectionReader
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private var owner: SelectionOwner
  private var requestor: SelectionRequestor
  /// The data that the program has received.
  private(set) var received: [ReceivedData] = []

  init() throws {
    display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
    connection = try Connection(to: display.name)
    owner = SelectionOwner(on: connection)
    requestor = SelectionRequestor(on: connection)
    reader = try SelectionReader(on: display.name)
  }

  var ownerWindow: WindowID { owner.window }
  var transferCount: Int { owner.transfers.count }
  var deadline: Instant? { .earliest(owner.deadline, requestor.deadline) }
  var isSaving: Bool { owner.isSaving }
  /// The number of X errors since the beginning.
  var errorCount: Int { connection.errorCount }

  /// The content of Xlib's request buffer, including requests that were already sent.
  var requestBuffer: [UInt8] {
    // `buffer` and `bufmax` of Xlibint.h, in the structure that is part of the binary interface
    // because of the macros in Xlib.h. The offsets are for 64-bit pointers.
    let display = UnsafeRawPointer(connection.display)
    let start = display.load(fromByteOffset: 168, as: UnsafeRawPointer.self)
    let end = display.load(fromByteOffset: 184, as: UnsafeRawPointer.self)
    return Array(UnsafeRawBufferPointer(start: start, count: start.distance(to: end)))
  }

  /// Returns whether the program owns the selection of a pasteboard.
  func offers(_ pasteboard: Pasteboard = .clipboard) -> Bool {
    owner.content(of: pasteboard.selection(connection.atoms)) != nil
  }

  /// Offers a text from a server time, or from now.
  func copy(_ text: String, since time: ServerTime? = nil) {
    offer(DataProvider(text: text), since: time)
  }

  func offer(
    _ offer: DataProvider, in pasteboard: Pasteboard = .clipboard, since time: ServerTime? = nil
  ) {
    let selection = pasteboard.selection(connection.atoms)
    owner.own(selection, SelectionContent(offer, since: time ?? serverTime()))
  }

  func offer(secret: any SecretProvider) {
    owner.own(connection.atoms[.clipboard], SelectionContent(secret, since: serverTime()))
  }

  func withdraw() { owner.disown(connection.atoms[.clipboard]) }

  /// Requests the content of a pasteboard.
  func request(_ types: [DataType] = [.text], from pasteboard: Pasteboard = .clipboard) {
    request(types, from: pasteboard, since: serverTime())
  }

  func clearReceived() { received.removeAll() }

  /// Requests the content of the clipboard as a secret.
  func requestSecret(number: Int, in options: ReceiveConfiguration) {
    requestor.request(
      of: connection.atoms[.clipboard], for: .secret(request: number), types: [.text], options: options,
      since: serverTime(), at: now, unlessOwnedBy: owner)
  }

  /// Requests the content of the clipboard without a query of the server time.
  func requestWithoutTime(_ types: [DataType]) {
    request(types, from: .clipboard, since: ServerTime(0))
  }

  private func request(_ types: [DataType], from pasteboard: Pasteboard, since time: ServerTime) {
    requestor.request(
      of: pasteboard.selection(connection.atoms), for: .pasteboard(pasteboard), types: types,
      since: time, at: now, unlessOwnedBy: owner)
  }

  func beginSaving() { owner.beginSaving() }

  /// Advances the clock, then handles all received events.
  func advance(by duration: Duration) {
    now = now + duration
    serve()
  }

  func handle(_ event: XEvent) -> Bool { requestor.handle(event, at: now) || owner.handle(event, at: now) }

  func answer(_ request: ConversionRequest) { owner.answer(request, at: now) }

  private func advance() {
    owner.advance(to: now)
    requestor.advance(to: now)
    received += requestor.takeReceived()
  }

  /// Handles all received events, as in one iteration of the event loop.
  func serve() {
    var event = XEvent()
    XSync(connection.display, False)
    connection.readEvents()
    while connection.takeEvent(&event) { _ = handle(event) }
    advance()
    connection.flush()
  }

  /// Handles events until a value is available.
  func serve<Value>(until value: () -> Value?) throws -> Value {
    try Deadline(after: .defaultTimeout).poll(for: "a reply") {
      serve()
      return value()
    }
  }

  /// Returns the reply to a request of the other client.
  func convert(_ target: String, at time: UInt = 0) throws -> SelectionReply? {
    reader.request(target, at: time)
    return try serve { reader.replies() }.first
  }

  /// Returns the current server time.
  func serverTime() -> ServerTime {
    let probe = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.display, probe, PropertyChangeMask)
    PropertyValue.words([], type: XA_ATOM).write(to: XA_WM_NAME, of: probe, on: connection)
    var event = XEvent()
    XWindowEvent(connection.display, probe, PropertyChangeMask, &event)
    XDestroyWindow(connection.display, probe)
    return ServerTime(event.xproperty.time)
  }

  /// A text that exceeds the size of a request, with characters that the chunk boundaries split.
  static let longText = String(repeating: "0123456789é密🔑", count: 53_000)
}

extension SelectionReply {
  /// The value. `nil` if the request was refused.
  var value: SelectionValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Connection {
  /// Reads the data that the server has sent, without waiting for more.
  func readEvents() { XEventsQueued(display, QueuedAfterReading) }

  /// Removes the oldest event from Xlib's queue, if there is one.
  ///
  /// - Returns: Whether there was an event.
  func takeEvent(_ event: inout XEvent) -> Bool {
    guard queuedEventCount > 0 else { return false }
    XNextEvent(display, &event)
    return true
  }
}
