import CX11
import Motion
import Scene

/// Offers data to all other clients by owning selections (ICCCM 2.1–2.7).
///
/// What it answers needs no waiting: the data is here, and much of it goes out piece by piece while
/// the run loop turns. Requestors may die or fall silent at any moment, and only lose what they
/// asked for. One owner has all selections of the program, since a requestor may take from several
/// of them at once, and there is one way to listen to its window.
struct SelectionOwner: ~Copyable {
  let connection: Connection
  /// Never on the screen: owns the selections, and hears what belongs to that. `None` before
  /// anything was offered.
  private(set) var window = Window(None)
  /// By their selections; none for those that another client owns, or nobody.
  private var contents: [Atom: SelectionContent] = [:]
  var transfers: [SelectionTransfer] = []
  var saving = Saving.none

  init(on connection: Connection) {
    self.connection = connection
  }

  deinit {
    if window != Window(None) { XDestroyWindow(connection.display, window) }
  }

  /// What is offered in a selection; `nil` while another client owns it, or nobody.
  func content(of selection: Atom) -> SelectionContent? { contents[selection] }

  /// Offers data in a selection from now on, in the place of what was offered there before.
  ///
  /// - Parameter time: Of the event that led to it. Where another client has become the owner
  ///   since, nothing is offered.
  /// - Complexity: A round trip where it was not the owner before; an owner is told when it is no
  ///   more.
  mutating func own(_ selection: Atom, _ offer: DataOffer, since time: ServerTime) {
    own(selection, SelectionContent(offer, since: time))
  }

  /// The same of a secret, which is given to whoever asks for it, but to nobody to keep.
  mutating func own(
    _ selection: Atom, secret: any OfferedSecret, since time: ServerTime
  ) {
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

  /// Offers nothing in a selection any more; what is under way goes on to its end.
  ///
  /// The server passes over it where another client has become the owner meanwhile.
  mutating func disown(_ selection: Atom) {
    guard let content = contents.removeValue(forKey: selection) else { return }
    XSetSelectionOwner(connection.display, selection, Window(None), content.time.value)
  }

  /// The bytes that a request for a target is answered with; `nil` where it is refused.
  mutating func bytes(for target: Atom, of selection: Atom) -> SharedBytes? {
    contents[selection]?.bytes(for: target, connection.atoms)
  }

  /// Answers an event if it is about what is offered.
  ///
  /// - Returns: Whether it was.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case SelectionRequest where event.xselectionrequest.owner == window:
      answer(ConversionRequest(event.xselectionrequest), at: now)
    case SelectionClear where event.xselectionclear.window == window:
      lose(event.xselectionclear.selection, since: ServerTime(event.xselectionclear.time))
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
  private mutating func lose(_ selection: Atom, since time: ServerTime) {
    guard let content = contents[selection], !time.isBefore(content.time) else { return }
    contents[selection] = nil
  }
}
