import CX11
import Motion
import Scene
import ScreenDriver

@testable import X11Shell

/// A program that exchanges data on a display of its own, another client that asks for its
/// clipboard, and a virtual clock.
final class ClipboardDesk {
  let display: VirtualDisplay
  let connection: Connection
  let reader: SelectionReader
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private var exchange: DataExchange
  /// What the program has received.
  private(set) var received: [ReceivedData] = []
  private let errorsBefore = ProtocolErrors.count

  init() throws {
    display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
    connection = try Connection(to: display.name)
    exchange = DataExchange(on: connection)
    reader = try SelectionReader(on: display.name)
  }

  var ownerWindow: Window { exchange.owner.window }
  var transferCount: Int { exchange.owner.transfers.count }
  var deadline: Instant? { exchange.deadline }
  var isSaving: Bool { exchange.owner.isSaving }
  /// What the server has complained about since the beginning.
  var errorCount: Int { ProtocolErrors.count - errorsBefore }

  /// What Xlib has written to the server, as far as nothing else was written over it.
  var requestBuffer: [UInt8] {
    // `buffer` and `bufmax` of Xlibint.h, in the structure that the macros of Xlib.h have made part of
    // the binary interface; here where pointers have 64 bits.
    let display = UnsafeRawPointer(connection.display)
    let start = display.load(fromByteOffset: 168, as: UnsafeRawPointer.self)
    let end = display.load(fromByteOffset: 184, as: UnsafeRawPointer.self)
    return Array(UnsafeRawBufferPointer(start: start, count: start.distance(to: end)))
  }

  /// Whether the program offers anything there.
  func offers(_ pasteboard: Pasteboard = .clipboard) -> Bool {
    exchange.owner.content(of: pasteboard.selection(connection.atoms)) != nil
  }

  /// Offers a text since that time of the server's, or since now.
  func copy(_ text: String, since time: ServerTime? = nil) {
    offer(DataOffer(text: text), since: time)
  }

  func offer(
    _ offer: DataOffer, in pasteboard: Pasteboard = .clipboard, since time: ServerTime? = nil
  ) {
    let selection = pasteboard.selection(connection.atoms)
    exchange.owner.own(selection, offer, since: time ?? serverTime())
  }

  func offer(secret: any OfferedSecret) {
    exchange.owner.own(connection.atoms[.clipboard], secret: secret, since: serverTime())
  }

  func withdraw() { exchange.owner.disown(connection.atoms[.clipboard]) }

  /// Asks for what is in a pasteboard.
  func request(_ types: [DataType] = [.text], from pasteboard: Pasteboard = .clipboard) {
    request(types, from: pasteboard, since: serverTime())
  }

  func forgetReceived() { received.removeAll() }

  /// Asks for what is in the clipboard as for a secret.
  func requestSecret(number: Int, in room: DataRoom) {
    exchange.request(
      connection.atoms[.clipboard], for: .secret(request: number), types: [.text], room: room,
      since: serverTime(), at: now)
  }

  /// Asks for what is in the clipboard, without asking the server for its time.
  func requestAtOnce(_ types: [DataType]) {
    request(types, from: .clipboard, since: ServerTime(0))
  }

  private func request(_ types: [DataType], from pasteboard: Pasteboard, since time: ServerTime) {
    exchange.request(
      pasteboard.selection(connection.atoms), for: .pasteboard(pasteboard), types: types,
      since: time, at: now)
  }

  func beginSaving() { exchange.owner.beginSaving() }

  /// Lets time pass, then a turn of what has come.
  func advance(by duration: Duration) {
    now = now + duration
    serve()
  }

  func handle(_ event: XEvent) -> Bool { exchange.handle(event, at: now) }

  func answer(_ request: ConversionRequest) { exchange.owner.answer(request, at: now) }

  private func advance() {
    exchange.advance(to: now)
    received += exchange.requestor.takeReceived()
  }

  /// Has the program answer all that has come, in one turn.
  func serve() {
    var event = XEvent()
    XSync(connection.display, False)
    connection.readEvents()
    while connection.takeEvent(&event) { _ = handle(event) }
    advance()
    connection.flush()
  }

  /// Serves until there is something.
  func serve<Answer>(until answer: () -> Answer?) throws -> Answer {
    try Deadline(after: .seconds(20)).poll(for: "an answer") {
      serve()
      return answer()
    }
  }

  /// What the other client is answered.
  func ask(_ target: String, at time: UInt = 0) throws -> SelectionAnswer? {
    reader.ask(for: target, at: time)
    return try serve { reader.answers() }.first
  }

  /// The server's present time.
  func serverTime() -> ServerTime {
    let probe = XCreateSimpleWindow(connection.display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.display, probe, PropertyChangeMask)
    PropertyValue.words([], type: XA_ATOM).write(to: XA_WM_NAME, of: probe, on: connection)
    var event = XEvent()
    XWindowEvent(connection.display, probe, PropertyChangeMask, &event)
    XDestroyWindow(connection.display, probe)
    return ServerTime(event.xproperty.time)
  }

  /// More than one request holds, of characters that are cut in their middle.
  static let longText = String(repeating: "0123456789é密🔑", count: 53_000)
}

extension SelectionAnswer {
  /// The value; `nil` where there is none.
  var value: SelectionValue? {
    if case .value(let value) = self { value } else { nil }
  }
}
