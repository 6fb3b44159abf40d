import CX11

/// A fake clipboard manager, which saves a text when the program that offers it exits ([Clipboard
/// Manager][1]).
///
/// It acts only in calls of `serve()`, so it can also be unresponsive.
///
/// [1]: https://www.freedesktop.org/wiki/ClipboardManager/
public final class FakeClipboardManager {
  /// The saved text; `nil` before it was saved.
  public private(set) var text: String?
  /// The names of the targets that it was requested to save.
  public private(set) var targets: [String] = []
  private let reader: SelectionReader
  private var request: XSelectionRequestEvent?
  private var connection: DisplayConnection { reader.connection }

  /// Becomes the clipboard manager of the display.
  ///
  /// - Throws: `cannotConnect`.
  public init(on display: String) throws(ScreenDriverError) {
    reader = try SelectionReader(on: display)
    XSetSelectionOwner(
      connection.pointer, connection.atom("CLIPBOARD_MANAGER"), reader.xid, Time(CurrentTime))
    XSync(connection.pointer, False)
  }

  /// Performs the next step: receives the save request, requests the text, confirms the save.
  public func serve() {
    guard let request else { return handleRequest() }
    guard let reply = reader.replies()?.first else { return }
    text = reply.text
    self.request = nil
    confirm(request)
  }

  private func handleRequest() {
    var event = XEvent()
    XSync(connection.pointer, False)
    while XPending(connection.pointer) > 0, request == nil {
      XNextEvent(connection.pointer, &event)
      guard event.type == SelectionRequest else { continue }
      let saveRequest = event.xselectionrequest
      targets = requestedTargets(saveRequest)
      request = saveRequest
      reader.request(targets.first ?? "UTF8_STRING")
    }
  }

  private func requestedTargets(_ request: XSelectionRequestEvent) -> [String] {
    connection.name(of: request.property).flatMap { connection.property($0, of: request.requestor) }.map(
      reader.names) ?? []
  }

  private func confirm(_ request: XSelectionRequestEvent) {
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
