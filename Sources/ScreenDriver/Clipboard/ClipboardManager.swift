import CX11

/// A clipboard manager, which keeps a text when the program that offered it ends
/// ([Clipboard Manager][1]).
///
/// It acts only when it is asked to, so it may as well be mute.
///
/// [1]: https://www.freedesktop.org/wiki/ClipboardManager/
public final class ClipboardManager {
  /// What it has saved; `nil` before.
  public private(set) var text: String?
  /// The names of the targets that it was asked to save.
  public private(set) var targets: [String] = []
  private let reader: SelectionReader
  private var request: XSelectionRequestEvent?
  private var connection: DisplayConnection { reader.connection }

  /// Becomes the display's manager.
  ///
  /// - Throws: `cannotConnect`.
  public init(on display: String) throws(ScreenDriverError) {
    reader = try SelectionReader(on: display)
    XSetSelectionOwner(
      connection.pointer, connection.atom("CLIPBOARD_MANAGER"), reader.id, Time(CurrentTime))
    XSync(connection.pointer, False)
  }

  /// Takes the next step: hears that it is to save, asks for the text, says that it has it.
  public func serve() {
    guard let request else { return hear() }
    guard let answer = reader.answers()?.first else { return }
    text = answer.text
    self.request = nil
    tell(request)
  }

  private func hear() {
    var event = XEvent()
    XSync(connection.pointer, False)
    while XPending(connection.pointer) > 0, request == nil {
      XNextEvent(connection.pointer, &event)
      guard event.type == SelectionRequest else { continue }
      let wish = event.xselectionrequest
      targets = wishes(wish)
      request = wish
      reader.ask(for: targets.first ?? "UTF8_STRING")
    }
  }

  private func wishes(_ request: XSelectionRequestEvent) -> [String] {
    connection.name(of: request.property)
      .flatMap { connection.property($0, of: request.requestor) }
      .map(reader.names) ?? []
  }

  private func tell(_ request: XSelectionRequestEvent) {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = request.property
    event.xselection.time = request.time
    _ = connection.attempt { XSendEvent($0, request.requestor, False, NoEventMask, &event) }
  }
}
