import CX11
import Motion
import ScreenDriver

@testable import X11Shell

/// The owner of a clipboard on a display of its own, another client that asks for it, and a virtual
/// clock.
final class ClipboardDesk {
  let display: VirtualDisplay
  let connection: Connection
  let reader: SelectionReader
  let now = Instant(nanoseconds: 1_000_000_000)
  private var owner: SelectionOwner
  private let errorsBefore = ProtocolErrors.count

  init() throws {
    display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
    connection = try Connection(to: display.name)
    owner = SelectionOwner(of: .clipboard, on: connection)
    reader = try SelectionReader(on: display.name)
  }

  var ownerWindow: Window { owner.window }
  var offersText: Bool { owner.content != nil }
  var transferCount: Int { owner.transfers.count }
  var deadline: Instant? { owner.deadline }
  var isSaving: Bool { owner.isSaving }
  /// What the server has complained about since the beginning.
  var errorCount: Int { ProtocolErrors.count - errorsBefore }

  /// Offers a text since that time of the server's, or since now.
  func copy(_ text: String, since time: ServerTime? = nil) {
    owner.own(text, since: time ?? serverTime())
  }

  func beginSaving() { owner.beginSaving() }

  func advance(by duration: Duration) { owner.advance(to: now + duration) }

  func handle(_ event: XEvent) -> Bool { owner.handle(event, at: now) }

  func answer(_ request: ConversionRequest) { owner.answer(request, at: now) }

  /// Has the owner answer all that has come.
  func serve() {
    var event = XEvent()
    XSync(connection.display, False)
    connection.readEvents()
    while connection.takeEvent(&event) { _ = handle(event) }
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
