import CX11
import Glibc
import X11

/// Xlib's connection to the input method server, which all windows of an application share.
///
/// It stays open until the server or the process ends, since closing it waits for a reply. Xlib has two
/// windows for every connection. The input context of a closed window is destroyed when the server has
/// just replied to another window.
final class InputMethodConnection {
  /// The connection. Unowned, because Xlib may keep this object longer than the application exists.
  unowned let connection: Connection
  /// `nil` while no server is connected.
  private var method: OpaquePointer?
  /// The preedit styles that the server supports.
  private(set) var styles: [PreeditStyle] = []
  /// The input contexts of closed windows.
  private var unused: [(context: OpaquePointer, server: InputMethodServer)] = []
  /// Whether Xlib may mistake the next key for a returned one: after a focus change, and after a key in a
  /// window that does not use the input method, because the server may have returned that key.
  var mayMistakeNextKey = false

  /// Whether the next key may be one that the server returned. Xlib puts it before all other events.
  var mayReturnKey = false

  init(on connection: Connection) { self.connection = connection }

  /// Connects to the server if it is not connected. Waits for some replies.
  ///
  /// - Returns: `nil` if the server refuses the connection.
  func open(_ name: String) -> OpaquePointer? {
    if let method { return method }
    Self.chooseLocale()
    // Xlib looks for the server of these modifiers, regardless of XMODIFIERS.
    XSetLocaleModifiers("@im=\(name)")
    guard let method = XOpenIM(connection.display, nil, nil, nil) else { return nil }
    self.method = method
    styles = PreeditStyle.supported(by: method)
    let me = Unmanaged.passRetained(self).toOpaque().assumingMemoryBound(to: CChar.self)
    var ended = XIMCallback(client_data: me) { _, me, _ in
      if let me { Unmanaged<InputMethodConnection>.fromOpaque(me).takeRetainedValue().ended() }
    }
    CX11SetDestroyCallback(method, &ended)
    return method
  }

  /// Sets a UTF-8 locale for the texts from Xlib. Other encodings lose the characters that they
  /// lack.
  private static func chooseLocale() {
    let isUTF8 = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 || XSupportsLocale() == False { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Passes an event that is not a key to Xlib, which reads the messages of the server.
  ///
  /// - Returns: Whether the event was a message. A returned key may follow it.
  func filters(_ event: inout XEvent) -> Bool {
    let isMessage =
      method != nil && connection.ignoringErrors { XFilterEvent(&event, WindowID(None)) } != False
    if isMessage { mayReturnKey = true }
    return isMessage
  }

  /// Calls a body that waits for a reply of the server. While it waits, Xlib reads all earlier events.
  func wait<Result>(_ body: () -> Result) -> Result {
    mayReturnKey = true
    return connection.ignoringErrors(body)
  }

  /// Handles the end of the server. Xlib frees its handles itself.
  private func ended() {
    method = nil
    unused = []
  }

  /// Destroys an input context when the server is known to reply.
  func destroyLater(_ context: OpaquePointer, of server: InputMethodServer) {
    unused.append((context, server))
  }

  /// Destroys the input contexts of closed windows. Waits for a reply to each, so the server must have
  /// just replied.
  func destroyUnused() {
    while let (context, server) = unused.popLast() {
      wait { XDestroyIC(context) }
      server.release()
    }
  }
}
