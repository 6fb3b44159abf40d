import CX11
import Motion
import Scene
import X11

/// An input method server, such as IBus or Fcitx, which converts keys into text for all programs (X
/// Input Method protocol), as one window uses it.
///
/// Xlib waits for the replies of this server. So Xlib connects only after the server has replied
/// to a query that nothing waits for: a server that hangs or has exited does not block typing. If
/// it starts again, it is queried again. Other requests for which Xlib would wait are sent only
/// right after the server has answered everything. It is a class, since Xlib notifies it of the server's
/// end.
///
/// The server receives one key at a time: the next one waits until the output for the last one has arrived.
///
/// Preedit text is displayed in the window if the server reports it, else by the server beside the
/// caret.
final class InputMethodServer {
  typealias Key = DeferredInputQueue.Key

  private let name: String
  private let shared: InputMethodConnection
  private let window: WindowID
  /// The events that the window has selected without the server.
  private let eventMask: Int
  /// The preedit styles that the server may use.
  private let styles: [PreeditStyle]
  private let atoms: (server: Atom, servers: Atom, locales: Atom)
  /// Xlib's input context of the window. `nil` if no server is connected.
  private var context: (pointer: OpaquePointer, style: PreeditStyle)?
  /// The fonts of an over-the-spot input context.
  private var fonts: FontSet?
  /// Whether Xlib may call this object.
  private var isRetained = false
  /// Whether the server was asked whether it runs.
  private var isLooking = false
  private var tracker = PendingCommitTracker()
  private var composition = Composition()
  /// The last keys that the server received and has not returned.
  private var passed: [XKeyEvent] = []
  /// The last press that the server received.
  private var lastPassed = Key(event: XEvent(), received: .distantPast)
  private var reply = Reply.answered
  /// The number of presses that the server has kept since it returned one that it did not use.
  private var keptPresses = 0
  private var focus = Focus()
  /// The caret position that was last sent to the server. `nil` if the server's position is
  /// unknown.
  private(set) var spot: InputSpot?
  /// The time of the last message from the server.
  private(set) var lastMessageTime = Instant.distantPast
  /// The text and the press that the server had when it ended.
  private var remains: (text: String, press: Key?)?

  /// The reply of the server to the last press that it received.
  private enum Reply {
    /// The server has sent output since then, or will send none.
    case answered
    case pending
    /// It is pending, but the press is no longer for the text.
    case ignored
    /// It is pending, and the program no longer waits for the server.
    case overdue
  }

  /// The focus as the server knows it.
  private struct Focus {
    /// Whether keys are for the server.
    var isWanted = false
    /// Whether the last report to the server was that it has the focus.
    var isReported = false
    /// Whether the server must be notified that the focus was elsewhere for a moment.
    var mustMove = false
    /// Whether the server then commits text.
    var expectsText = false

    var isSettled: Bool { isWanted == isReported && !mustMove }
  }

  /// Looks for the server, with one round trip for the atoms and none for the server's reply.
  init(
    named name: String, showing styles: [PreeditStyle], for window: WindowID,
    selecting eventMask: Int, through shared: InputMethodConnection
  ) {
    let connection = shared.connection
    self.name = name
    self.window = window
    self.eventMask = eventMask
    self.shared = shared
    self.styles = styles
    // The selection that the server owns while it runs (X Input Method protocol, 2.2), the property of the root window that
    // lists all servers, and the conversion target that every server supports.
    let atoms = connection.atoms.named(["@server=\(name)", "XIM_SERVERS", "LOCALES"])
    self.atoms = (atoms[0], atoms[1], atoms[2])
    // Servers add their names there when they start, even if the same name is already there.
    connection.selectRootEvents(PropertyChangeMask)
    isLooking = true
    query()
  }

  private var connection: Connection { shared.connection }

  /// Whether the server is connected.
  var isOpen: Bool { context != nil }

  /// Whether the server may still send output for the last press that it received.
  var isPending: Bool { tracker.isPending }

  /// The preedit text, if the server reports it.
  var preedit: Preedit { composition.preedit }

  /// Whether the server may have a composition that it does not report.
  var composesUnseen: Bool { context.map { $0.style != .onTheSpot } == true && keptPresses > 0 }

  /// Records a message of any kind from the server.
  private func recordMessage() {
    lastMessageTime = MonotonicClock.now
    if reply != .ignored { reply = .answered }
    tracker.recordOutput()
  }
}

// Keys.
extension InputMethodServer {
  /// Returns whether the server consumes a key (`XFilterEvent`).
  func filters(_ key: inout Key) -> Bool {
    guard isOpen else { return false }
    var isFiltered = filtersOnce(&key.event)
    guard key.event.xkey.keycode != 0 else {
      recordMessage()
      return isFiltered
    }
    // After the server returned a key without the focus, Xlib mistakes another key for it.
    if !isFiltered, shared.mayMistakeNextKey { isFiltered = filtersOnce(&key.event) }
    shared.mayMistakeNextKey = false
    // Xlib may have noticed the end of the server.
    guard isOpen else { return false }
    if isFiltered {
      if passed.count == 32 { passed.removeFirst() }
      passed.append(key.event.xkey)
    } else {
      recordMessage()
    }
    guard key.event.type == KeyPress else { return isFiltered }
    if isFiltered {
      composition.recordKey()
      (lastPassed, reply, shared.mayReturnKey) = (key, .pending, true)
      keptPresses += 1
      tracker.begin()
    } else {
      // If the server composes, all or some of the presses may have become text by this one.
      keptPresses = max(0, keptPresses - 1)
      if composition.isEmpty, !composesUnseen { tracker.cancel() }
    }
    return isFiltered
  }

  private func filtersOnce(_ event: inout XEvent) -> Bool {
    connection.ignoringErrors { XFilterEvent(&event, WindowID(None)) != False }
  }

  /// Returns whether a key is one that the server returned or copied. Call it once for each key event.
  func hasReturned(_ key: XKeyEvent) -> Bool {
    defer { shared.mayReturnKey = false }
    guard key.time != CurrentTime else { return true }
    guard shared.mayReturnKey, let index = passed.firstIndex(where: { $0.isSame(as: key) }) else {
      return false
    }
    passed.remove(at: index)
    return true
  }

  /// Returns whether the server returned a press that is no longer for the text, and removes it.
  func takesIgnored(_ press: XKeyEvent) -> Bool {
    guard reply == .ignored, lastPassed.event.xkey.isSame(as: press) else { return false }
    reply = .answered
    return true
  }

  /// Records that the server returned a press that is not a modifier. It thereby ended its
  /// composition, since a composing server uses every key but modifiers.
  func recordUnused() { keptPresses = 0 }

  /// Reads the text that the server commits.
  ///
  /// - Returns: Whether the text is to be typed.
  func readCommit(_ event: inout XKeyEvent, into text: WipedBytes) -> Bool {
    guard let context = context?.pointer else { return false }
    var (needed, status): (Int32, Int32) = (64, XBufferOverflow)
    while status == XBufferOverflow {
      let limit = needed
      text.append(upTo: Int(limit)) {
        needed = Xutf8LookupString(context, &event, $0, limit, nil, &status)
        return status == XLookupChars || status == XLookupBoth ? Int(needed) : 0
      }
    }
    // The server has used the presses that it kept.
    keptPresses = 0
    return composition.commit(text.bytes.span)
  }
}

// Composition and position.
extension InputMethodServer {
  /// Ends the composition, keeping its text as it is: what the server makes of it is ignored.
  ///
  /// The server is notified that the focus was elsewhere, which ends the composition in all servers. If it does not
  /// report its preedit text, it commits the text then.
  ///
  /// - Returns: The text to keep, as far as it is known.
  func end() -> String {
    let (text, isUnseen) = (composition.end(), composesUnseen)
    guard isOpen, isUnseen || !text.isEmpty else { return text }
    keptPresses = 0
    (focus.mustMove, focus.expectsText) = (true, isUnseen)
    settleFocusLater()
    return text
  }

  /// Sends the caret position to the server, so that its list of candidates is displayed there.
  ///
  /// Xlib waits for the reply. A message about a composition during this wait is passed on by Xlib only with the
  /// next one (`_XimCbDispatch` in modules/im/ximcp/imCallbk.c). So the position is sent when the server has sent all
  /// its output, and while nothing is composed only to a server that draws the preedit text itself.
  func setSpot(_ spot: InputSpot) {
    guard let context, context.style != .rootWindow, spot != self.spot else { return }
    if context.style == .onTheSpot, self.spot != nil, composition.isEmpty { return }
    guard tracker.hasAnsweredAll else { return queryPendingCommit() }
    self.spot = spot
    shared.wait { CX11SetSpot(context.pointer, XPoint(x: spot.x, y: spot.y)) }
  }

  /// Stops waiting for the server until its next message.
  func stopWaiting() {
    tracker.cancel()
    if reply == .pending { reply = .overdue }
  }
}

// Queries, and the focus. Xlib waits for the server when it reports a focus change (`BrokenSyncWithServer` in
// modules/im/ximcp/imDefIc.c), and the server may read that before keys that were sent earlier. So
// the focus is reported when the server has answered all queries, and keys wait until then.
extension InputMethodServer {
  /// Handles an event that shows that the server runs, or has just started.
  ///
  /// - Returns: Whether the event was handled.
  func handle(_ event: XEvent) -> Bool {
    switch event.type {
    case SelectionNotify where event.xselection.selection == atoms.server: handleReply(event.xselection)
    case PropertyNotify where event.xproperty.window == connection.root:
      guard event.xproperty.atom == atoms.servers else { return false }
      if !isOpen {
        isLooking = true
        query()
      }
    default: return false
    }
    return true
  }

  /// Sends the server a query that every server answers, for the sake of the reply.
  private func query() {
    XConvertSelection(
      connection.display, atoms.server, atoms.locales, atoms.locales, window, Time(CurrentTime))
  }

  /// Queries the server for its pending output, if no query is in progress.
  func queryPendingCommit() { if tracker.ask() { query() } }

  /// - Parameter reply: The reply, which names no property if there is no server.
  private func handleReply(_ reply: XSelectionEvent) {
    guard reply.requestor == window, isOpen || isLooking else { return }
    isLooking = false
    guard reply.property != Atom(None) else { return }
    XDeleteProperty(connection.display, window, reply.property)
    shared.destroyUnused()
    guard isOpen else {
      context = connect()
      return settleFocus()
    }
    lastMessageTime = MonotonicClock.now
    if tracker.handleReply() { return query() }
    if tracker.hasAnsweredAll {
      if self.reply != .ignored { self.reply = .answered }
      settleFocus()
    } else if !focus.isSettled {
      settleFocusLater()
    }
  }

  /// Updates whether the server receives keys. After a change, earlier keys no longer wait for an answer.
  func setFocus(_ isFocused: Bool) {
    guard isFocused != focus.isWanted else { return }
    keptPresses = 0
    if reply != .answered { reply = .ignored }
    tracker.cancel()
    focus.isWanted = isFocused
    if isOpen, !focus.isSettled { settleFocusLater() }
  }

  private func settleFocusLater() {
    tracker.begin()
    queryPendingCommit()
  }

  /// Reports pending focus changes to the server, which has just replied.
  private func settleFocus() {
    guard let context else { return }
    if focus.isReported, !focus.isSettled {
      focus.isReported = false
      shared.wait { XUnsetICFocus(context.pointer) }
      // The text that the server commits now comes before later input.
      if focus.mustMove { tracker.begin(awaitingOutput: focus.expectsText) }
    }
    focus.mustMove = false
    guard focus.isWanted, !focus.isReported, isOpen else { return }
    (focus.isReported, shared.mayMistakeNextKey, spot) = (true, true, nil)
    shared.wait { XSetICFocus(context.pointer) }
  }
}

// The input context.
extension InputMethodServer {
  /// Creates an input context for the window, and connects to the server if no window has. Waits for a
  /// dozen replies, most of them from the server.
  private func connect() -> (OpaquePointer, PreeditStyle)? {
    shared.wait {
      guard let method = shared.open(name) else { return nil }
      for style in styles where shared.styles.contains(style) {
        guard let pointer = makeContext(in: method, style) else { continue }
        isRetained = true
        _ = Unmanaged.passRetained(self)
        // The server may need more events.
        let mask = CX11FilterEvents(pointer)
        if mask & ~eventMask != 0 { connection.selectEvents(eventMask | mask, of: window) }
        return (pointer, style)
      }
      return nil
    }
  }

  private func makeContext(in method: OpaquePointer, _ style: PreeditStyle) -> OpaquePointer? {
    let input = style.inputStyle
    let destroyed = callback { _, me, _ in
      InputMethodServer.from(me)?.ended()
      return 0
    }
    switch style {
    case .onTheSpot:
      let drawn = callback { _, me, change in
        let change = UnsafeRawPointer(change)?.load(as: XIMPreeditDrawCallbackStruct.self)
        if let change { InputMethodServer.from(me)?.compose { $0.draw(change) } }
        return 0
      }
      let moved = callback { _, me, movement in
        UnsafeMutableRawPointer(movement)?.withMemoryRebound(
          to: XIMPreeditCaretCallbackStruct.self, capacity: 1
        ) { movement in InputMethodServer.from(me)?.compose { $0.moveCaret(&movement.pointee) } }
        return 0
      }
      let finished = callback { _, me, _ in
        InputMethodServer.from(me)?.compose { $0.finish() }
        return 0
      }
      // The reply to the start is that preedit text of any length can be displayed.
      return CX11CreateReportingIC(
        method, input, window, destroyed, callback { _, _, _ in -1 }, drawn, moved, finished)
    case .rootWindow: return CX11CreateIC(method, input, window, destroyed, nil)
    case .overTheSpot:
      fonts = FontSet(on: connection)
      guard let fonts = fonts?.pointer else { return nil }
      var spot = XPoint()
      return withUnsafeMutablePointer(to: &spot) {
        CX11CreateIC(method, input, window, destroyed, CX11PreeditPosition($0, fonts))
      }
    }
  }

  private func callback(_ function: @convention(c) (XIC?, XPointer?, XPointer?) -> Int32) -> XICCallback {
    let me = Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self)
    return XICCallback(client_data: me, callback: function)
  }

  private static func from(_ me: XPointer?) -> InputMethodServer? {
    me.map { Unmanaged<InputMethodServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Applies a change of the composition by the server.
  private func compose(_ change: (inout Composition) -> Void) {
    recordMessage()
    change(&composition)
  }

  /// Stops using the server. The window must be closed.
  func close() {
    guard let context else { return }
    self.context = nil
    shared.destroyLater(context.pointer, of: self)
  }

  /// Handles the end of the server. Xlib frees the context itself, and no request may use it.
  private func ended() {
    let isRecent = lastPassed.received + Self.maximumAge >= MonotonicClock.now
    let isLost = (reply == .pending || reply == .overdue) && isRecent
    remains = (composition.end(), isLost ? lastPassed : nil)
    fonts = nil
    (context, spot) = (nil, nil)
    (composition, tracker, keptPresses, passed) = (Composition(), PendingCommitTracker(), 0, [])
    (focus.isReported, focus.mustMove, reply) = (false, false, .answered)
    release()
  }

  /// The maximum age of a press that is typed again. An older one became part of a text, or of none.
  private static let maximumAge = Duration.seconds(10)

  /// Whether the server has ended with a text or a press.
  var hasRemains: Bool { remains != nil }

  /// Returns the preedit text that the server showed when it ended, and the press that it had not answered.
  func takeRemains() -> (text: String, press: Key?)? {
    defer { remains = nil }
    return remains
  }

  /// Releases this object after the last call by Xlib. The server may have ended during its destruction of the
  /// context.
  func release() {
    guard isRetained else { return }
    isRetained = false
    Unmanaged.passUnretained(self).release()
  }
}

extension XKeyEvent {
  /// Returns whether both are the same press or release, by key and time.
  fileprivate func isSame(as other: XKeyEvent) -> Bool {
    type == other.type && keycode == other.keycode && time == other.time
  }
}

/// The X server's fonts for text over the spot, without which Xlib makes no input context for it.
///
/// Current input method servers have their own fonts, so this is the set with the fewest requests:
/// some forty, and 2 ms, against 60 ms for one with every character.
private struct FontSet: ~Copyable {
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
