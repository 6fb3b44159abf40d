import CX11

extension InputMethodServer {
  /// Handles an event that shows that the server runs, or has just started.
  ///
  /// - Returns: Whether the event was handled.
  func handleLifecycleEvent(_ event: XEvent) -> Bool {
    switch event.type {
    case SelectionNotify where event.xselection.selection == atoms.server: answered(event.xselection)
    case KeyRelease: return takesBackMarker(event)
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
    guard !isOpen else { return takeAnswer() }
    handles = connect()
    // Closing the connection waits for a reply, and a server detects a client's exit by itself. So
    // the handles and their callbacks are left to Xlib.
    if let handles { CX11SetDestroyCallback(handles.method, callbacks.retained()) }
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
    let atoms = connection.intern([name.selection, "XIM_SERVERS", "LOCALES"])
    (server, servers, locales) = (atoms[0], atoms[1], atoms[2])
  }
}
