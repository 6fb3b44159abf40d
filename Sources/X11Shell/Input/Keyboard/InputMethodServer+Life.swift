import CX11

extension InputMethodServer {
  /// Takes in that the server lives, or has just started.
  ///
  /// - Returns: Whether the event was about that.
  func notices(_ event: XEvent) -> Bool {
    switch event.type {
    case SelectionNotify where event.xselection.selection == atoms.server:
      answered(event.xselection)
    case KeyRelease:
      return takesBackMarker(event)
    case PropertyNotify where event.xproperty.window == connection.root:
      guard event.xproperty.atom == atoms.servers else { return false }
      if !isOpen { ask() }
    default:
      return false
    }
    return true
  }

  /// Asks the server something that every one can answer, for the answer's sake.
  func ask() {
    isAsked = true
    XConvertSelection(
      connection.display, atoms.server, atoms.locales, atoms.locales, window, Time(CurrentTime))
  }

  /// Asks the server for what it owes, where it was not asked already.
  ///
  /// What was asked before says nothing of it: where an answer is still to come, it is waited for
  /// first.
  func askForText() {
    guard owedText.ask() else { return }
    if isAsked { isAnswerStale = true } else { ask() }
  }

  /// - Parameter answer: Names no property where there is no server.
  private func answered(_ answer: XSelectionEvent) {
    guard isAsked, answer.requestor == window else { return }
    isAsked = false
    guard answer.property != Atom(None) else { return }
    XDeleteProperty(connection.display, window, answer.property)
    guard !isOpen else { return takeAnswer() }
    handles = connect()
    // Closing the connection waits for an answer, and a server learns of a client's end by itself:
    // the handles and what they call are left to Xlib.
    if let handles { CX11SetDestroyCallback(handles.method, callbacks.retained()) }
  }

  private func takeAnswer() {
    lastHeard = MonotonicClock.now
    guard !isAnswerStale else {
      isAnswerStale = false
      return ask()
    }
    let wasOwed = owedText.isOwed
    if owedText.answer() { return ask() }
    if wasOwed, !owedText.isOwed {
      (isProven, isAwake) = (true, true)
      settleFocus()
    } else if !isFocusSettled {
      settleFocusLater()
    }
  }
}

/// The atoms of the X Input Method protocol, needed by who uses a server alone.
struct InputMethodAtoms {
  /// The selection that the server owns.
  let server: Atom
  /// The root window's property that lists all servers.
  let servers: Atom
  /// What any server can be asked for.
  let locales: Atom

  init(of name: InputMethodName, on connection: Connection) {
    let atoms = connection.intern([name.selection, "XIM_SERVERS", "LOCALES"])
    (server, servers, locales) = (atoms[0], atoms[1], atoms[2])
  }
}
