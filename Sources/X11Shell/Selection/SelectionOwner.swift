import CX11
import Motion
import Scene

/// An owner of selections, which offers data to other clients (ICCCM 2.1–2.7).
///
/// It never blocks: the data is available, and long data is sent in chunks between iterations of
/// the run loop. A requestor may exit or become unresponsive at any time; then only its own request
/// fails. One value owns all selections of the program, because a requestor may request several of
/// them concurrently, and only one object can handle the events of its window.
struct SelectionOwner: ~Copyable {
  let connection: Connection
  /// The hidden window that owns the selections and receives their events. `None` before the first
  /// offer.
  private(set) var window = Window(None)
  /// The contents by selection. Contains only selections that this client owns.
  private var contents: [Atom: SelectionContent] = [:]
  var transfers: [SelectionTransfer] = []
  var saving = ClipboardHandover.none

  init(on connection: Connection) { self.connection = connection }

  deinit { if window != Window(None) { XDestroyWindow(connection.display, window) } }

  /// Returns the content of a selection. `nil` if this client does not own it.
  func content(of selection: Atom) -> SelectionContent? { contents[selection] }

  /// Offers data in a selection and replaces the previous offer.
  ///
  /// - Parameter time: The time of the event that caused the offer. If another client has become
  ///   the owner since then, nothing is offered.
  /// - Complexity: One round trip if this client was not the owner. An owner is notified when it
  ///   loses the selection.
  mutating func own(_ selection: Atom, _ offer: DataProvider, since time: ServerTime) {
    own(selection, SelectionContent(offer, since: time))
  }

  /// Offers a secret. Every requestor receives it, but no clipboard manager saves it.
  mutating func own(_ selection: Atom, secret: any SecretProvider, since time: ServerTime) {
    own(selection, SelectionContent(secret, since: time))
  }

  private mutating func own(_ selection: Atom, _ content: SelectionContent) {
    let time = content.time
    if window == Window(None) { window = connection.makeHiddenWindow() }
    XSetSelectionOwner(connection.display, selection, window, time.value)
    let wasOwner = contents[selection].map { !time.isBefore($0.time) } ?? false
    let isOwner = wasOwner || XGetSelectionOwner(connection.display, selection) == window
    contents[selection] = isOwner ? content : nil
  }

  /// Stops offering data in a selection. Running transfers continue.
  ///
  /// The server ignores the request if another client has become the owner in the meantime.
  mutating func disown(_ selection: Atom) {
    guard let content = contents.removeValue(forKey: selection) else { return }
    XSetSelectionOwner(connection.display, selection, Window(None), content.time.value)
  }

  /// Returns the reply for a data target. `nil` refuses the request.
  mutating func bytes(for target: Atom, of selection: Atom) -> SharedBytes? {
    contents[selection]?.bytes(for: target, connection.atoms)
  }

  /// Handles an event if it concerns offered data.
  ///
  /// - Returns: Whether the event was handled.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case SelectionRequest where event.xselectionrequest.owner == window:
      answer(ConversionRequest(event.xselectionrequest), at: now)
    case SelectionClear where event.xselectionclear.window == window:
      ownershipLost(event.xselectionclear.selection, since: ServerTime(event.xselectionclear.time))
    case SelectionNotify where event.xselection.requestor == window: handleReply(event.xselection)
    case PropertyNotify where event.xproperty.window == window: handlePropertyChange(event.xproperty)
    case PropertyNotify: return sendNextPiece(after: event.xproperty, at: now)
    case DestroyNotify: return forget(requestor: event.xdestroywindow.window)
    default: return false
    }
    return true
  }

  /// Handles the loss of a selection to another client. Running transfers continue. An event from
  /// before this client's ownership is out of date and ignored.
  private mutating func ownershipLost(_ selection: Atom, since time: ServerTime) {
    guard let content = contents[selection], !time.isBefore(content.time) else { return }
    contents[selection] = nil
  }
}
