import CX11

extension InputMethodServer {
  /// Takes in that the server lives, or has just started.
  ///
  /// - Returns: Whether the event was about that.
  func notices(_ event: XEvent) -> Bool {
    switch event.type {
    case SelectionNotify where event.xselection.selection == atoms.server:
      answered(event.xselection)
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

  /// - Parameter answer: Names no property where there is no server.
  private func answered(_ answer: XSelectionEvent) {
    guard isAsked, answer.requestor == window else { return }
    isAsked = false
    guard answer.property != Atom(None) else { return }
    XDeleteProperty(connection.display, window, answer.property)
    guard !isOpen else {
      if owedText.answer() { ask() }
      return
    }
    handles = connect()
    // Closing the connection waits for an answer, and a server learns of a client's end by itself:
    // the handles and what they call are left to Xlib.
    if let handles { CX11SetDestroyCallback(handles.method, callbacks.retained()) }
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
