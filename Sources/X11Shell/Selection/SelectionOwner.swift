import CX11
import Motion

/// Offers a text to all other clients by owning a selection (ICCCM 2.1–2.7).
///
/// What it answers needs no waiting: the text is here, and long ones go out piece by piece while
/// the run loop turns. Requestors may die or fall silent at any moment, and only lose what they
/// asked for.
struct SelectionOwner: ~Copyable {
  let connection: Connection
  private let name: Atoms.Name
  /// Never on the screen: owns the selection, and hears what belongs to that. `None` before anything
  /// was offered.
  private(set) var window = Window(None)
  /// `nil` while another client owns the selection, or none.
  private(set) var content: SelectionContent?
  var transfers: [SelectionTransfer] = []
  var saving = Saving.none

  /// - Parameter name: As `clipboard`.
  init(of name: Atoms.Name, on connection: Connection) {
    (self.name, self.connection) = (name, connection)
  }

  deinit {
    if window != Window(None) { XDestroyWindow(connection.display, window) }
  }

  /// Which selection it is.
  var selection: Atom { connection.atoms[name] }

  /// Offers a text from now on, in the place of what was offered before.
  ///
  /// - Parameter time: Of the event that led to it. Where another client has become the owner
  ///   since, nothing is offered.
  mutating func own(_ text: String, since time: ServerTime) {
    if window == Window(None) { window = makeWindow() }
    XSetSelectionOwner(connection.display, selection, window, time.value)
    let isOwner = XGetSelectionOwner(connection.display, selection) == window
    content = isOwner ? SelectionContent(text, since: time) : nil
  }

  private func makeWindow() -> Window {
    var attributes = XSetWindowAttributes()
    attributes.event_mask = PropertyChangeMask
    return XCreateWindow(
      connection.display, connection.root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil,
      UInt(CWEventMask), &attributes)
  }

  /// Answers an event if it is about the selection.
  ///
  /// - Returns: Whether it was.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case SelectionRequest where event.xselectionrequest.owner == window:
      answer(ConversionRequest(event.xselectionrequest), at: now)
    case SelectionClear where event.xselectionclear.window == window:
      lose(since: ServerTime(event.xselectionclear.time))
    case SelectionNotify where event.xselection.requestor == window:
      noteAnswer(event.xselection)
    case PropertyNotify where event.xproperty.window == window:
      notePropertyChange(event.xproperty)
    case PropertyNotify:
      return goOn(after: event.xproperty, at: now)
    case DestroyNotify:
      return forget(requestor: event.xdestroywindow.window)
    default:
      return false
    }
    return true
  }

  /// Another client became the owner; what is under way goes on to its end. Word of an owner that
  /// this one has followed in turn comes too late to mean anything.
  private mutating func lose(since time: ServerTime) {
    guard let content, !time.isBefore(content.time) else { return }
    self.content = nil
  }
}
