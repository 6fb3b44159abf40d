import CX11
import Glibc
import Motion
import Scene
import X11

/// An input method server, such as IBus or Fcitx, which converts keys into text for all programs (X
/// Input Method protocol), as one window uses it.
///
/// Xlib waits for the replies of this server. So Xlib connects only after the server has replied
/// to a query that nothing waits for: a server that hangs or has exited does not block typing. If
/// it starts again, it is queried again. Other requests for which Xlib would wait are sent only
/// right after a message from the server. It is a class, since Xlib notifies it of the server's
/// end.
///
/// Preedit text is displayed in the window if the server reports it, else by the server beside the
/// caret.
final class InputMethodServer {
  /// Xlib's input context of the window.
  struct Context {
    let pointer: OpaquePointer
    let style: PreeditStyle
  }

  let name: InputMethodName
  let connection: Connection
  let shared: InputMethodConnection
  let window: WindowID
  /// The events that the window has selected without the server.
  let eventMask: Int
  /// The preedit styles that the server may use.
  let styles: [PreeditStyle]
  let atoms: InputMethodAtoms
  /// `nil` if no server is connected.
  var context: Context?
  private lazy var callbacks = InputContextCallbacks(for: self)
  /// Whether a query was sent and is not answered.
  var isQueryPending = false
  /// Whether that query was sent before the current output became pending.
  var isAnswerStale = false
  var unanswered = PendingKeyPresses()
  /// The presses that were pending at the server's end, until they are received again.
  var pendingAtServerEnd = PendingKeyPresses()
  var composition = Composition()
  /// Whether the server has used presses that it answered, and may still compose from them.
  var hasUsedPresses = false
  /// Whether the server has answered all queries after the last press that it received, and after
  /// `prepareEnd()`: it has sent all its output, and will answer the next request.
  var hasAnsweredAll = false
  /// Whether the server has sent a message since it last received the caret position.
  var hasRepliedSinceSpot = false
  /// The time of the last message from the server.
  var lastMessageTime = Instant.distantPast
  /// The caret position that was last sent to the server. `nil` if the server's position is
  /// unknown.
  var spot: InputSpot?
  /// Whether keys are for the server.
  var wantsFocus = false
  /// Whether the last focus report to the server was that it has the focus.
  var hasFocus = false
  /// Whether the server must be notified that the focus was elsewhere for a moment.
  var isRefocusDue = false
  /// The tracker of output that the server may still send for the last press that it received.
  var tracker = PendingCommitTracker()
  var lastPassed = XKeyEvent()
  /// The releases that were sent to the server and are not returned.
  var releases = PendingKeyPresses()
  /// Whether a marker must be sent to the server, whose return shows that all output was sent.
  var isMarkerDue = false
  /// The markers that were sent to the server and are not returned.
  var markers: [XKeyEvent] = []

  /// Looks for the server, with one round trip for the atoms and none for the server's reply.
  init(
    named name: InputMethodName, showing styles: [PreeditStyle], for window: WindowID,
    selecting eventMask: Int, through shared: InputMethodConnection
  ) {
    let connection = shared.connection
    self.name = name
    self.window = window
    self.eventMask = eventMask
    self.connection = connection
    self.shared = shared
    self.styles = styles
    atoms = InputMethodAtoms(of: name, on: connection)
    // Servers add their names there when they start, even if the same name is already there.
    connection.selectRootEvents(PropertyChangeMask)
    ask()
  }

  /// Whether the server is connected.
  var isOpen: Bool { context != nil }

  /// The preedit text, if the server reports it.
  var preedit: Preedit { composition.preedit }

  /// Records a message of any kind from the server.
  func noteMessage() {
    (hasRepliedSinceSpot, lastMessageTime) = (true, MonotonicClock.now)
    tracker.noteOutput()
  }
}

extension InputMethodServer {
  /// Applies a change of the composition by the server.
  func composes(_ change: (inout Composition) -> Void) {
    noteMessage()
    change(&composition)
  }

  /// Sends the caret position to the server, so that its list of candidates is displayed there.
  ///
  /// Xlib waits for the reply. So the position is sent right after a message from the server, and
  /// while nothing is composed only to a server that draws the preedit text itself. A message about
  /// a composition during this wait is passed on by Xlib only with the next one (`_XimCbDispatch`
  /// in modules/im/ximcp/imCallbk.c). So a server that reports its composition is first asked
  /// whether it has sent all its output.
  func setSpot(_ spot: InputSpot) {
    defer { hasRepliedSinceSpot = false }
    guard let context, spot != self.spot else { return }
    switch context.style {
    case .onTheSpot where self.spot != nil && composition.isEmpty: return
    case .onTheSpot where !hasAnsweredAll: return queryPendingCommit()
    case .rootWindow: return
    case .onTheSpot, .overTheSpot: break
    }
    guard hasRepliedSinceSpot else { return }
    self.spot = spot
    shared.wait { CX11SetSpot(context.pointer, XPoint(x: spot.x, y: spot.y)) }
  }

  /// Handles the end of the server. Xlib frees the context itself, and no request may use it.
  ///
  /// The presses that the server left unanswered are read again without it, and its preedit text is
  /// no longer displayed.
  func ended() {
    context = nil
    composition = Composition()
    (isQueryPending, isAnswerStale) = (false, false)
    (hasAnsweredAll, hasRepliedSinceSpot, hasUsedPresses) = (false, false, false)
    (hasFocus, isRefocusDue, isMarkerDue, markers) = (false, false, false, [])
    tracker.cancel()
    let now = MonotonicClock.now
    unanswered.takeUnexpired(at: now) { press in
      pendingAtServerEnd.append(press, at: now)
      // The releases were handled when they arrived. Without its own release, the press would seem
      // to last, and the next one to be its repeat.
      for type in [KeyRelease, KeyPress] {
        var event = XEvent()
        event.xkey = press
        event.type = type
        XPutBackEvent(connection.display, &event)
      }
    }
  }
}

extension InputMethodServer {
  /// Handles an event that shows that the server runs, or has just started.
  ///
  /// - Returns: Whether the event was handled.
  func handleLifecycleEvent(_ event: XEvent) -> Bool {
    switch event.type {
    case SelectionNotify where event.xselection.selection == atoms.server: answered(event.xselection)
    case KeyPress, KeyRelease: return consumesReturnedMarker(event)
    case PropertyNotify where event.xproperty.window == connection.root:
      guard event.xproperty.atom == atoms.servers else { return false }
      if !isOpen { ask() }
    default: return false
    }
    return true
  }

  /// Sends the server a query that every server answers, for the sake of the reply.
  func ask() {
    isQueryPending = true
    XConvertSelection(
      connection.display, atoms.server, atoms.locales, atoms.locales, window, Time(CurrentTime))
  }

  /// Queries the server for its pending output, if no query is in progress.
  ///
  /// The reply to an earlier query proves nothing. If one is still to come, it is awaited first.
  func queryPendingCommit() {
    guard tracker.ask() else { return }
    if isQueryPending { isAnswerStale = true } else { ask() }
  }

  /// - Parameter answer: The reply, which names no property if there is no server.
  private func answered(_ answer: XSelectionEvent) {
    guard isQueryPending, answer.requestor == window else { return }
    isQueryPending = false
    guard answer.property != Atom(None) else { return }
    XDeleteProperty(connection.display, window, answer.property)
    shared.destroyUnused()
    if isOpen { takeAnswer() } else { context = connect() }
  }

  private func takeAnswer() {
    lastMessageTime = MonotonicClock.now
    guard !isAnswerStale else {
      isAnswerStale = false
      return ask()
    }
    let wasPending = tracker.isPending
    if tracker.answer() { return ask() }
    if wasPending, !tracker.isPending {
      (hasAnsweredAll, hasRepliedSinceSpot) = (true, true)
      settleFocus()
    } else if !isFocusSettled {
      settleFocusLater()
    }
  }
}

/// The atoms of the X Input Method protocol, needed only with a server.
struct InputMethodAtoms {
  /// The selection that the server owns.
  let server: Atom
  /// The property of the root window that lists all servers.
  let servers: Atom
  /// The conversion target that every server supports.
  let locales: Atom

  init(of name: InputMethodName, on connection: Connection) {
    let atoms = connection.atoms.named([name.selection, "XIM_SERVERS", "LOCALES"])
    (server, servers, locales) = (atoms[0], atoms[1], atoms[2])
  }
}

extension InputMethodServer {
  /// Creates an input context for the window, and connects to the server if no window has. Waits for a
  /// dozen replies, most of them from the server.
  private func connect() -> Context? {
    shared.wait {
      guard let method = shared.open(name) else { return nil }
      for style in styles where shared.styles.contains(style) {
        guard let pointer = makeContext(in: method, style) else { continue }
        callbacks.retain()
        selectEvents(CX11FilterEvents(pointer))
        return Context(pointer: pointer, style: style)
      }
      return nil
    }
  }

  /// Stops using the server. The window must be closed.
  func close() {
    guard let context else { return }
    self.context = nil
    shared.destroyLater(context.pointer, callbacks)
  }

  private func makeContext(in method: OpaquePointer, _ style: PreeditStyle) -> OpaquePointer? {
    let (input, destroyed) = (style.inputStyle, callbacks.destroyed)
    switch style {
    case .onTheSpot:
      return CX11CreateReportingIC(
        method, input, window, destroyed, callbacks.preeditStarted, callbacks.preeditChanged,
        callbacks.caretMoved, callbacks.preeditEnded)
    case .rootWindow: return CX11CreateIC(method, input, window, destroyed, nil)
    case .overTheSpot:
      callbacks.fonts = FontSet(on: connection)
      guard let fonts = callbacks.fonts?.pointer else { return nil }
      var spot = XPoint()
      return withUnsafeMutablePointer(to: &spot) {
        CX11CreateIC(method, input, window, destroyed, CX11PreeditPosition($0, fonts))
      }
    }
  }

  /// Selects the window events that the server needs, if they are not selected already.
  private func selectEvents(_ mask: Int) {
    guard mask & ~eventMask != 0 else { return }
    connection.selectEvents(eventMask | mask, of: window)
  }
}

/// The X server's fonts for text over the spot, without which Xlib makes no input context for it.
///
/// Current input method servers have their own fonts, so this is the set with the fewest requests:
/// some forty, and 2 ms, against 60 ms for one with every character.
struct FontSet: ~Copyable {
  let pointer: XFontSet
  /// The connection. Unowned, because Xlib may keep the fonts longer than the application exists.
  private unowned let connection: Connection

  /// - Returns: `nil` if the X server has no such font.
  init?(on connection: Connection) {
    var missing: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var count: Int32 = 0
    guard let pointer = XCreateFontSet(connection.display, "fixed", &missing, &count, nil) else { return nil }
    if let missing { XFreeStringList(missing) }
    self.pointer = pointer
    self.connection = connection
  }

  deinit { XFreeFontSet(connection.display, pointer) }
}

/// The receiver of the callbacks of an input context, and its fonts. They outlive the context.
final class InputContextCallbacks {
  /// The receiver of the calls. `nil` after its end, which Xlib does not know of.
  private weak var server: InputMethodServer?
  /// The fonts of an over-the-spot input context.
  var fonts: FontSet?
  private var isRetained = false

  init(for server: InputMethodServer) { self.server = server }

  /// The callback for the end of the server.
  var destroyed: XICCallback {
    callback { _, me, _ in
      InputContextCallbacks.from(me)?.serverEnded()
      return 0
    }
  }

  /// The callback for the start of a preedit text. It replies that text of any length can be displayed.
  var preeditStarted: XICCallback { callback { _, _, _ in -1 } }

  /// The callback for a change of the preedit text.
  var preeditChanged: XICCallback {
    callback { _, me, change in
      if let change { InputContextCallbacks.from(me)?.server?.draw(change) }
      return 0
    }
  }

  /// The callback for a move of the caret in the preedit text.
  var caretMoved: XICCallback {
    callback { _, me, movement in
      if let movement { InputContextCallbacks.from(me)?.server?.moveCaret(movement) }
      return 0
    }
  }

  /// The callback for the end of a preedit text.
  var preeditEnded: XICCallback {
    callback { _, me, _ in
      InputContextCallbacks.from(me)?.server?.finishPreedit()
      return 0
    }
  }

  private func callback(_ function: @convention(c) (XIC?, XPointer?, XPointer?) -> Int32) -> XICCallback {
    let me = Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self)
    return XICCallback(client_data: me, callback: function)
  }

  private static func from(_ me: XPointer?) -> InputContextCallbacks? {
    me.map { Unmanaged<InputContextCallbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Keeps the object until `release()`.
  func retain() {
    isRetained = true
    _ = Unmanaged.passRetained(self)
  }

  /// Releases the object after the last call by Xlib. The server may have ended during its destruction of the
  /// context.
  func release() {
    guard isRetained else { return }
    isRetained = false
    Unmanaged.passUnretained(self).release()
  }

  private func serverEnded() {
    server?.ended()
    fonts = nil
    release()
  }
}

extension InputMethodServer {
  /// - Parameter change: An `XIMPreeditDrawCallbackStruct`.
  fileprivate func draw(_ change: XPointer) {
    let change = UnsafeRawPointer(change).load(as: XIMPreeditDrawCallbackStruct.self)
    composes { $0.draw(change) }
  }

  /// - Parameter movement: An `XIMPreeditCaretCallbackStruct`, which receives the reply.
  fileprivate func moveCaret(_ movement: XPointer) {
    UnsafeMutableRawPointer(movement).withMemoryRebound(to: XIMPreeditCaretCallbackStruct.self, capacity: 1) {
      movement in composes { $0.moveCaret(&movement.pointee) }
    }
  }

  fileprivate func finishPreedit() { composes { $0.finish() } }
}
