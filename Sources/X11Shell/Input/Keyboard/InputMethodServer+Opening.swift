import CX11
import Glibc

extension InputMethodServer {
  /// Connects to the server that XMODIFIERS names and has it watch the window; waits for a dozen
  /// answers, most of them the server's.
  func connect() -> Handles? {
    if XSupportsLocale() == False { setlocale(LC_CTYPE, "C.UTF-8") }
    XSetLocaleModifiers("")
    return connection.aboutStrangers {
      guard let method = XOpenIM(connection.display, nil, nil, nil) else { return nil }
      // What is unfinished is shown by the server, in a place of its own.
      let style = XIMStyle(XIMPreeditNothing | XIMStatusNothing)
      guard Self.supports(style, in: method), let context = CX11CreateIC(method, style, window)
      else {
        XCloseIM(method)
        return nil
      }
      hear(CX11FilterEvents(context))
      return Handles(method: method, context: context)
    }
  }

  /// Has the window hear what the server needs, if it does not already.
  private func hear(_ mask: Int) {
    guard mask & ~X11Window.eventMask != 0 else { return }
    XSelectInput(connection.display, window, X11Window.eventMask | mask)
  }

  private static func supports(_ style: XIMStyle, in method: OpaquePointer) -> Bool {
    guard let styles = CX11QueryInputStyles(method) else { return false }
    defer { XFree(styles) }
    let all = UnsafeBufferPointer(
      start: styles.pointee.supported_styles, count: Int(styles.pointee.count_styles))
    return all.contains(style)
  }
}
