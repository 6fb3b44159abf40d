import CX11
import Scene

/// What turns keys into text: the keyboard map, dead keys and Compose sequences, or a program of
/// its own for thousands of characters.
///
/// Nothing of it is needed before the first frame, so nothing is asked of the server until
/// `begin()`. Text that is not yet finished, a dead key among it, is not shown in the window.
final class InputMethod {
  private let connection: Connection
  private let window: Window
  private var composer = Composer()
  /// `nil` before `begin()`, and where the environment names none.
  private var server: InputMethodServer?
  private var hasBegun = false
  private var isFocused = false

  init(for window: Window, on connection: Connection) {
    self.window = window
    self.connection = connection
  }

  /// Gets ready for keys: fetches the keyboard map, and looks for the input method's server if
  /// XMODIFIERS names one.
  ///
  /// To be called when the first frame is on its way; the first key calls it at the latest.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    connection.prepareKeyboard()
    if let name = InputMethodName.standard {
      server = InputMethodServer(named: name, for: window, on: connection)
    }
  }

  /// Lets the server go; the keyboard map alone is read from then on.
  func close() {
    server = nil
    hasBegun = true
    composer.reset()
  }

  /// Tells the input method whether the window has the keyboard.
  ///
  /// A sequence that is under way ends with the focus.
  func setFocus(_ isFocused: Bool) {
    self.isFocused = isFocused
    if !isFocused { composer.reset() }
    server?.setFocus(isFocused)
  }

  /// Drops a sequence that is under way, as when text goes somewhere else from now on.
  func reset() { composer.reset() }

  /// Takes note of an event that is about the input method's server.
  ///
  /// - Returns: Whether it was.
  func notices(_ event: XEvent) -> Bool {
    guard let server else { return false }
    let wasOpen = server.isOpen
    guard server.notices(event) else { return false }
    if server.isOpen, !wasOpen { server.setFocus(isFocused) }
    return true
  }

  /// Whether the input method keeps the event to itself.
  ///
  /// Every event must be offered, not only keys: a server of an input method sends messages.
  func filters(_ event: inout XEvent) -> Bool {
    if event.type == KeyPress { begin() }
    return server?.filters(&event) ?? false
  }

  /// Lends the text that a press types, as UTF-8, and wipes it afterwards.
  ///
  /// Xlib and, where one runs, the input method's server have seen it too; what they keep is
  /// theirs.
  ///
  /// - Parameters:
  ///   - press: The key; `nil` where the event is an input method's commit, which has none.
  ///   - body: Is called once with the press it belongs to, or with `nil` where a whole sequence
  ///     typed the text; not at all where the key was taken into a sequence. It may not keep the
  ///     span.
  func read(
    _ event: inout XKeyEvent, as press: KeyPress?, symbol: KeySym,
    _ body: (KeyPress?, Span<UInt8>) -> Void
  ) {
    guard let press else {
      composer.reset()
      server?.withCommit(&event) { body(nil, $0) }
      return
    }
    if press.modifiers.command {
      composer.reset()
      return body(press, Span())
    }
    let outcome = composer.feed(symbol) { body(nil, $0) }
    if outcome == .plain { Self.withText(of: symbol) { body(press, $0) } }
  }

  private static func withText(of symbol: KeySym, _ body: (Span<UInt8>) -> Void) {
    let text = Unicode.Scalar(keySym: symbol).map { TypedText($0) } ?? TypedText()
    text.withUTF8(body)
  }
}
