import CX11
import Scene

/// The conversion of keys into text, with the keyboard map, dead keys and Compose sequences, or
/// with an input method server for thousands of characters.
///
/// The server receives keys only while they are text that it may know. Its preedit text, or else
/// the current key sequence, is provided for display in the text.
///
/// Nothing of it is needed before the first frame, so it sends no request before `begin()`.
final class InputMethod {
  private let connection: Connection
  private let window: Window
  /// The server to look for. `nil` for none.
  var serverName = InputMethodName.standard
  /// The preedit styles that the server may use, if it supports them.
  var styles = PreeditStyle.allCases
  private var composer = Composer()
  /// The current key sequence as preedit text.
  private var sequence = Preedit.none
  /// The input method server. `nil` before `begin()`, and if the environment names none.
  private(set) var server: InputMethodServer?
  private var hasBegun = false
  private var isFocused = false
  private(set) var textInput: TextInputContext?
  /// The last preedit text that was sent to the delegate.
  private var lastSentPreedit = Preedit.none
  /// Presses that the server had not answered when it stopped receiving keys. What the server still
  /// produces from them is ignored.
  var orphanedPresses = PendingKeyPresses()
  /// The number of these presses that are not yet reported to the delegate.
  var unreportedOrphanCount = 0

  init(for window: Window, on connection: Connection) {
    self.window = window
    self.connection = connection
  }

  /// Prepares for keys: fetches the keyboard map, and looks for the input method server if
  /// XMODIFIERS names one.
  ///
  /// Call it when the first frame is on its way. The first key calls it at the latest.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    connection.prepareKeyboard()
    if let name = serverName {
      server = InputMethodServer(named: name, showing: styles, for: window, on: connection)
    }
  }

  /// Disconnects from the server. After that, only the keyboard map is used.
  func close() {
    server = nil
    hasBegun = true
    dropSequence()
  }

  /// Whether a server is connected.
  var hasServer: Bool { server?.isOpen ?? false }

  /// Whether the server receives keys.
  var isOffered: Bool { isFocused && textInput != nil }

  /// Updates whether the window has the keyboard focus.
  ///
  /// A focus loss cancels the current key sequence.
  func setFocus(_ isFocused: Bool) {
    change { self.isFocused = isFocused }
    if !isFocused { dropSequence() }
  }

  /// Updates the context that receives text.
  ///
  /// - Parameters:
  ///   - textInput: `nil` if keys are not text, or are text that no other process may know. The
  ///     delegate then keeps or discards the preedit text.
  ///   - isByKey: Whether a key caused the change. Keys that were typed after it then belong to the
  ///     new focus, and `takeOrphanedPress()` returns them.
  func setTextInput(_ textInput: TextInputContext?, isByKey: Bool = false) {
    guard (textInput == nil) != (self.textInput == nil) else {
      self.textInput = textInput
      return
    }
    dropSequence()
    if textInput == nil {
      _ = server?.end(isLeaving: true)
      orphanedPresses = server?.forgetUnanswered() ?? orphanedPresses
      unreportedOrphanCount = isByKey ? orphanedPresses.count : 0
      lastSentPreedit = .none
    }
    change { self.textInput = textInput }
  }

  private func change(_ body: () -> Void) {
    let wasOffered = isOffered
    body()
    if isOffered != wasOffered { server?.setFocus(isOffered) }
  }

  /// Ends the current composition, keeping its text as it is.
  ///
  /// - Parameter isLeaving: Whether the focus moves to another window.
  /// - Returns: The server's preedit text to keep, as far as it is known immediately. A key
  ///   sequence is discarded.
  func end(isLeaving: Bool = false) -> String {
    dropSequence()
    return server?.end(isLeaving: isLeaving) ?? ""
  }

  private func dropSequence() {
    composer.reset()
    sequence = .none
  }

  /// Handles an event about the input method server.
  ///
  /// - Returns: Whether the event was handled.
  func handleServerEvent(_ event: XEvent) -> Bool {
    guard let server else { return false }
    let wasOpen = server.isOpen
    guard server.handleLifecycleEvent(event) else { return false }
    if server.isOpen, !wasOpen {
      // The server has just replied.
      server.wantsFocus = isOffered
      server.settleFocus()
    }
    return true
  }

  /// Returns whether the input method consumes the event.
  ///
  /// Every event must be passed, not only keys: an input method server sends messages.
  func filters(_ event: inout XEvent) -> Bool {
    if event.type == KeyPress { begin() }
    if event.type == KeyPress || event.type == KeyRelease {
      if event.type == KeyPress, orphanedPresses.remove(event.xkey) { return true }
      // Only events that a server created from its own keys have no time.
      guard isOffered || event.xkey.keycode == 0 else { return hasServer && event.xkey.time == CurrentTime }
    }
    return server?.filters(&event) ?? false
  }
}

extension InputMethod {
  /// Calls `body` with the text that a press types, as UTF-8, and wipes the text afterward.
  ///
  /// Copies that Xlib or the input method server keep are not wiped.
  ///
  /// - Parameters:
  ///   - press: The key press. `nil` if the event is a commit of an input method.
  ///   - body: Called once with the press that the text belongs to, or with `nil` if a whole
  ///     sequence typed it. Not called if the key became part of a sequence, nor for a commit while
  ///     no text is accepted. It must not keep the span.
  func read(
    _ event: inout XKeyEvent, as press: KeyPress?, symbol: KeySym, _ body: (KeyPress?, Span<UInt8>) -> Void
  ) {
    guard let press else {
      dropSequence()
      server?.withCommit(&event) { if textInput != nil { body(nil, $0) } }
      return
    }
    if press.modifiers.command {
      dropSequence()
      return body(press, Span())
    }
    let outcome = composer.feed(symbol) {
      sequence = .none
      body(nil, $0)
    }
    if textInput != nil { sequence = composer.preedit }
    if outcome == .plain { Self.withText(of: symbol) { body(press, $0) } }
  }

  private static func withText(of symbol: KeySym, _ body: (Span<UInt8>) -> Void) {
    let text = Unicode.Scalar(keySym: symbol).map { TypedText($0) } ?? TypedText()
    text.withUTF8(body)
  }

  /// Returns the preedit text to display instead of the current one. `nil` if that one is correct.
  func takePreedit() -> Preedit? {
    guard preedit != lastSentPreedit else { return nil }
    lastSentPreedit = preedit
    return lastSentPreedit
  }

  private var preedit: Preedit {
    guard textInput != nil else { return .none }
    guard let composed = server?.preedit, !composed.isEmpty else { return sequence }
    return composed
  }

  /// Sends the caret position to the server, if the server can receive it now.
  ///
  /// - Parameter scale: The number of device pixels per logical pixel.
  func updateSpotLocation(scale: Double) {
    guard isOffered, let caret = textInput?.caret else { return }
    server?.setSpot(InputSpot(below: caret, scale: scale))
  }
}
