import CX11
import Motion
import Scene

/// An input method server, such as IBus or Fcitx, which converts keys into text for all programs (X
/// Input Method protocol), and Xlib's connection to it.
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
  /// Xlib's handles: the connection, and the input context of the window.
  struct Handles {
    let method: OpaquePointer
    let context: OpaquePointer
    let style: PreeditStyle
  }

  let name: InputMethodName
  let connection: Connection
  let window: Window
  /// The preedit styles that the server may use.
  let styles: [PreeditStyle]
  let atoms: InputMethodAtoms
  /// Xlib's handles. `nil` if no server is connected.
  var handles: Handles?
  private(set) lazy var callbacks = InputMethodCallbacks(for: self)
  /// The fonts of an over-the-spot input context.
  var fonts: FontSet?
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
  /// Whether no key has arrived since the server got the focus.
  var isFresh = false
  /// The tracker of output that the server may still send for the last press that it received.
  var tracker = PendingCommitTracker()
  var lastPassed = XKeyEvent()
  /// The number of the next events that may be keys returned by the server. Xlib puts them before
  /// all others.
  var possibleReturnCount = 0
  /// The releases that were sent to the server and are not returned.
  var releases = PendingKeyPresses()
  /// Whether a marker must be sent to the server, whose return shows that all output was sent.
  var isMarkerDue = false
  /// The last marker that was sent to the server, until it is returned.
  var marker: XKeyEvent?

  /// Looks for the server, with one round trip for the atoms and none for the server's reply.
  init(
    named name: InputMethodName, showing styles: [PreeditStyle], for window: Window, on connection: Connection
  ) {
    self.name = name
    self.window = window
    self.connection = connection
    self.styles = styles
    atoms = InputMethodAtoms(of: name, on: connection)
    // Servers add their names there when they start, even if the same name is already there.
    connection.selectRootEvents(PropertyChangeMask)
    ask()
  }

  /// Whether the server is connected.
  var isOpen: Bool { handles != nil }

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
    guard let handles, spot != self.spot else { return }
    switch handles.style {
    case .onTheSpot where self.spot != nil && composition.isEmpty: return
    case .onTheSpot where !hasAnsweredAll: return queryPendingCommit()
    case .apart: return
    case .onTheSpot, .overTheSpot: break
    }
    guard hasRepliedSinceSpot else { return }
    self.spot = spot
    possibleReturnCount = Self.maximumReturnCount
    connection.ignoringErrors { CX11SetSpot(handles.context, XPoint(x: spot.x, y: spot.y)) }
  }

  /// Handles the end of the server. Xlib frees both handles itself, and no request may use them.
  ///
  /// The presses that the server left unanswered are read again without it, and its preedit text is
  /// no longer displayed.
  func ended() {
    handles = nil
    fonts = nil
    composition = Composition()
    (isQueryPending, isAnswerStale) = (false, false)
    (hasAnsweredAll, hasRepliedSinceSpot, hasUsedPresses) = (false, false, false)
    (hasFocus, isRefocusDue, isMarkerDue, marker) = (false, false, false, nil)
    tracker.cancel()
    callbacks.release()
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
