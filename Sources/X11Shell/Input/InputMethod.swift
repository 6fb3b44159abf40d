import CX11
import Glibc
import Scene

/// What turns keys into text: dead keys, Compose, or a program of its own for thousands of
/// characters (XIM).
///
/// It shows what is not yet finished in a place of its own, never in the window. Where there is no
/// input method at all, keysyms are read as characters. It has an identity, since Xlib tells it
/// when the input method's server ends.
final class InputMethod {
  private let connection: Connection
  private let window: Window
  private var method: OpaquePointer?
  private var context: OpaquePointer?
  /// Xlib keeps its address until the method is closed.
  private let onDestroy = UnsafeMutablePointer<XIMCallback>.allocate(capacity: 1)
  /// The server ended, and another method is to be found when Xlib has returned.
  private var isOrphaned = false
  private var isFocused = false

  init(for window: Window, on connection: Connection) {
    self.window = window
    self.connection = connection
    onDestroy.initialize(to: XIMCallback())
    onDestroy.pointee.client_data = Unmanaged.passUnretained(self).toOpaque()
      .assumingMemoryBound(to: CChar.self)
    onDestroy.pointee.callback = { _, me, _ in
      guard let me else { return }
      Unmanaged<InputMethod>.fromOpaque(me).takeUnretainedValue().serverEnded()
    }
    // The one that XMODIFIERS names, else the one inside Xlib, which composes.
    if !open(modifiers: "") { _ = open(modifiers: "@im=none") }
  }

  deinit {
    close()
    onDestroy.deallocate()
  }

  /// Gives the input method back; keysyms are read as characters from then on.
  func close() {
    if let context { XDestroyIC(context) }
    if let method { XCloseIM(method) }
    (method, context) = (nil, nil)
  }

  /// Tells the input method whether the window has the keyboard.
  func setFocus(_ isFocused: Bool) {
    self.isFocused = isFocused
    guard let context else { return }
    if isFocused { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// Whether the input method keeps the event to itself (`XFilterEvent`).
  ///
  /// Every event must be offered, not only keys: a server of an input method sends messages.
  func filters(_ event: inout XEvent) -> Bool {
    if isOrphaned { reopen() }
    return XFilterEvent(&event, Window(None)) != False
  }

  /// Lends the text that a press types, as UTF-8, and wipes it afterwards.
  ///
  /// Xlib and, where one runs, the input method's server have seen it too; what they keep is
  /// theirs.
  ///
  /// - Parameters:
  ///   - symbols: What the text is read from where there is no input method.
  ///   - body: Is called once; may not keep the span.
  func withText(of event: inout XKeyEvent, symbols: KeySymbols, _ body: (Span<UInt8>) -> Void) {
    guard let context else { return Self.withText(of: symbols, body) }
    if let needed = lookUp(&event, in: context, capacity: 64, body) {
      _ = lookUp(&event, in: context, capacity: needed, body)
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

  private static func withText(of symbols: KeySymbols, _ body: (Span<UInt8>) -> Void) {
    let text = Unicode.Scalar(keySym: symbols.symbol).map { TypedText($0) } ?? TypedText()
    text.withUTF8(body)
  }
}

extension InputMethod {
  /// Opens the input method of that name and has it watch the window.
  ///
  /// - Parameter modifiers: As for `XSetLocaleModifiers`; empty for what the environment names.
  private func open(modifiers: String) -> Bool {
    XSetLocaleModifiers(modifiers)
    guard let method = XOpenIM(connection.display, nil, nil, nil) else { return false }
    let style = XIMStyle(XIMPreeditNothing | XIMStatusNothing)
    guard Self.supports(style, in: method), let context = CX11CreateIC(method, style, window)
    else {
      XCloseIM(method)
      return false
    }
    CX11SetDestroyCallback(method, onDestroy)
    XSelectInput(connection.display, window, X11Window.eventMask | CX11FilterEvents(context))
    (self.method, self.context) = (method, context)
    return true
  }

  private static func supports(_ style: XIMStyle, in method: OpaquePointer) -> Bool {
    guard let styles = CX11QueryInputStyles(method) else { return false }
    defer { XFree(styles) }
    let all = UnsafeBufferPointer(
      start: styles.pointee.supported_styles, count: Int(styles.pointee.count_styles))
    return all.contains(style)
  }

  /// The server is gone and Xlib frees both handles itself; nothing may be asked of them any more.
  func serverEnded() {
    (method, context) = (nil, nil)
    isOrphaned = true
  }

  /// Composes inside Xlib from now on, so that typing goes on.
  private func reopen() {
    isOrphaned = false
    if open(modifiers: "@im=none") { setFocus(isFocused) }
  }
}
