import CX11
import Glibc

extension InputMethodServer {
  /// Connects to the server and creates an input context for the window. Waits for a dozen replies,
  /// most of them from the server.
  func connect() -> Handles? {
    Self.chooseLocale()
    XSetLocaleModifiers(name.modifiers)
    return connection.ignoringErrors {
      guard let method = XOpenIM(connection.display, nil, nil, nil) else { return nil }
      let supported = PreeditStyle.supported(by: method)
      for style in styles where supported.contains(style) {
        guard let context = makeContext(in: method, style) else { continue }
        selectEvents(CX11FilterEvents(context))
        return Handles(method: method, context: context, style: style)
      }
      XCloseIM(method)
      return nil
    }
  }

  /// Sets a UTF-8 locale for the texts from Xlib. Other encodings lose the characters that they
  /// lack.
  private static func chooseLocale() {
    let isUTF8 = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 || XSupportsLocale() == False { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private func makeContext(in method: OpaquePointer, _ style: PreeditStyle) -> OpaquePointer? {
    let input = style.inputStyle
    switch style {
    case .onTheSpot: return CX11CreateIC(method, input, window, callbacks.preeditAttributes)
    case .apart: return CX11CreateIC(method, input, window, nil)
    case .overTheSpot:
      fonts = FontSet(on: connection)
      guard let fonts = fonts?.pointer else { return nil }
      var spot = XPoint()
      return withUnsafeMutablePointer(to: &spot) {
        CX11CreateIC(method, input, window, CX11PreeditPosition($0, fonts))
      }
    }
  }

  /// Selects the window events that the server needs, if they are not selected already.
  private func selectEvents(_ mask: Int) {
    guard mask & ~X11Window.eventMask != 0 else { return }
    XSelectInput(connection.display, window, X11Window.eventMask | mask)
  }
}

/// The X server's fonts for text over the spot, without which Xlib makes no input context for it.
///
/// Current input method servers have their own fonts, so this is the set with the fewest requests:
/// some forty, and 2 ms, against 60 ms for one with every character.
struct FontSet: ~Copyable {
  let pointer: XFontSet
  private let connection: Connection

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
