import CX11
import Glibc

/// A program that turns keys into text for all others, such as IBus or Fcitx (X Input Method
/// protocol), and Xlib's connection to it.
///
/// Xlib waits for such a program's answers, so it is let near only after the program has answered a
/// question that nobody waits for: one that hangs or is gone keeps nobody from typing. Where it
/// comes back, it is asked again. It has an identity, since Xlib tells it when the server ends.
///
/// It shows what is not yet finished in a place of its own, never in the window.
final class InputMethodServer {
  /// The connection, and what of it watches the window.
  struct Handles {
    let method: OpaquePointer
    let context: OpaquePointer
  }

  let connection: Connection
  let window: Window
  private let atoms: InputMethodAtoms
  /// Xlib's handles; `nil` where there is no server to connect to.
  private var handles: Handles?
  /// Must outlive the handles (Xlib, 13.5.6).
  private let onDestroy = UnsafeMutablePointer<XIMCallback>.allocate(capacity: 1)
  /// It was asked whether it lives, and has not answered.
  private var isAsked = false
  private var unanswered = UnansweredPresses()

  /// Looks for the server; one round trip for the atoms, none for its answer.
  init(named name: InputMethodName, for window: Window, on connection: Connection) {
    self.window = window
    self.connection = connection
    atoms = InputMethodAtoms(of: name, on: connection)
    onDestroy.initialize(to: XIMCallback())
    onDestroy.pointee.client_data = Unmanaged.passUnretained(self).toOpaque()
      .assumingMemoryBound(to: CChar.self)
    onDestroy.pointee.callback = { _, me, _ in
      guard let me else { return }
      Unmanaged<InputMethodServer>.fromOpaque(me).takeUnretainedValue().ended()
    }
    // Servers put their names there when they start, even if the same name is there already.
    connection.hearOfRoot(PropertyChangeMask)
    ask()
  }

  /// The handles are left to Xlib: closing them waits for an answer, and a server learns of a
  /// client's end by itself.
  deinit {
    onDestroy.pointee = XIMCallback()
    if let handles {
      CX11SetDestroyCallback(handles.method, onDestroy)
    } else {
      onDestroy.deallocate()
    }
  }

  /// Whether it reads the keys.
  var isOpen: Bool { handles != nil }

  func setFocus(_ isFocused: Bool) {
    unanswered.removeAll()
    guard let handles else { return }
    connection.aboutStrangers {
      if isFocused { XSetICFocus(handles.context) } else { XUnsetICFocus(handles.context) }
    }
  }

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

  /// Whether the server keeps the event to itself (`XFilterEvent`).
  func filters(_ event: inout XEvent) -> Bool {
    guard isOpen else { return false }
    let isFiltered = connection.aboutStrangers { XFilterEvent(&event, Window(None)) != False }
    if event.type == KeyPress { note(event.xkey, isFiltered: isFiltered) }
    return isFiltered
  }

  private func note(_ event: XKeyEvent, isFiltered: Bool) {
    if isFiltered {
      unanswered.append(event, at: MonotonicClock.now)
    } else if event.keycode == 0 {
      unanswered.removeAll()
    } else {
      unanswered.handedBack(event)
    }
  }

  /// Lends the text that the server commits, as UTF-8, and wipes it afterwards.
  ///
  /// - Parameter body: Is called once; may not keep the span.
  func withCommit(_ event: inout XKeyEvent, _ body: (Span<UInt8>) -> Void) {
    guard let handles else { return }
    if let needed = lookUp(&event, in: handles.context, capacity: 64, body) {
      _ = lookUp(&event, in: handles.context, capacity: needed, body)
    }
  }

  /// - Returns: How many bytes are needed, where `capacity` was too small and `body` not called.
  private func lookUp(
    _ event: inout XKeyEvent, in context: OpaquePointer, capacity: Int,
    _ body: (Span<UInt8>) -> Void
  ) -> Int? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
      guard let address = text.baseAddress else { return nil }
      defer { explicit_bzero(address, capacity) }
      var status: Int32 = 0
      let count = Int(
        Xutf8LookupString(context, &event, address, Int32(capacity), nil, &status))
      guard status != XBufferOverflow else { return count }
      let isText = status == XLookupChars || status == XLookupBoth
      text.withMemoryRebound(to: UInt8.self) { body($0.extracting(0..<(isText ? count : 0)).span) }
      return nil
    }
  }
}

extension InputMethodServer {
  /// Asks the server something that every one can answer, for the answer's sake.
  private func ask() {
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
    guard !isOpen else { return }
    handles = connect()
    if let handles { CX11SetDestroyCallback(handles.method, onDestroy) }
  }

  /// The server is gone and Xlib frees both handles itself; nothing may be asked of them any more.
  ///
  /// What it left unanswered comes once more, now to be read without it.
  private func ended() {
    handles = nil
    unanswered.takeBack(at: MonotonicClock.now) { press in
      // The releases were heard when they came; without one of its own, the press would seem to
      // last, and the next one to be its repetition.
      for type in [KeyRelease, KeyPress] {
        var event = XEvent()
        event.xkey = press
        event.type = type
        XPutBackEvent(connection.display, &event)
      }
    }
  }
}

/// The atoms of the X Input Method protocol, needed by who uses a server alone.
private struct InputMethodAtoms {
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
