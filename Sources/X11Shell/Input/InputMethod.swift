import CX11
import Scene

/// What turns keys into text: the keyboard map, dead keys and Compose sequences, or a program of
/// its own for thousands of characters.
///
/// That program is offered keys only while they are text for somebody who may let it know them. What
/// it composes, or else a sequence that is under way, is there to be shown in the text.
///
/// Nothing of it is needed before the first frame, so nothing is asked of the server until `begin()`.
final class InputMethod {
  private let connection: Connection
  private let window: Window
  /// The server that is looked for; `nil` for none.
  var serverName = InputMethodName.standard
  /// How the server may show what it composes, where it can.
  var styles = PreeditStyle.allCases
  private var composer = Composer()
  /// The sequence that is under way, as it is shown.
  private var sequence = Preedit.none
  /// `nil` before `begin()`, and where the environment names none.
  private(set) var server: InputMethodServer?
  private var hasBegun = false
  private var isFocused = false
  private(set) var textInput: TextInput?
  /// What the client shows.
  private var told = Preedit.none
  /// Presses that the server had not answered when keys ceased to be for it; what it still makes of
  /// them is passed over.
  var overtaken = UnansweredPresses()
  /// How many of them the client has still to be told.
  var untold = 0

  init(for window: Window, on connection: Connection) {
    self.window = window
    self.connection = connection
  }

  /// Gets ready for keys: fetches the keyboard map, and looks for the input method's server if
  /// one is named, as XMODIFIERS does.
  ///
  /// To be called when the first frame is on its way; the first key calls it at the latest.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    connection.prepareKeyboard()
    if let name = serverName {
      server = InputMethodServer(named: name, showing: styles, for: window, on: connection)
    }
  }

  /// Lets the server go; the keyboard map alone is read from then on.
  func close() {
    server = nil
    hasBegun = true
    dropSequence()
  }

  /// Whether there is a server that reads keys.
  var hasServer: Bool { server?.isOpen ?? false }

  /// Whether the server is offered keys.
  var isOffered: Bool { isFocused && textInput != nil }

  /// Tells the input method whether the window has the keyboard.
  ///
  /// A sequence that is under way ends with the focus.
  func setFocus(_ isFocused: Bool) {
    change { self.isFocused = isFocused }
    if !isFocused { dropSequence() }
  }

  /// Takes in where text goes now.
  ///
  /// - Parameters:
  ///   - textInput: `nil` where keys are no text, or text that nobody else may know. What was
  ///     composed is the client's to keep or to drop then.
  ///   - isByKey: Whether a key has just brought this about: those that were typed behind it are
  ///     then for what has the focus now, and come from `takeOvertaken()`.
  func follow(_ textInput: TextInput?, isByKey: Bool = false) {
    guard (textInput == nil) != (self.textInput == nil) else {
      self.textInput = textInput
      return
    }
    dropSequence()
    if textInput == nil {
      _ = server?.end(isLeaving: true)
      overtaken = server?.forgetUnanswered() ?? overtaken
      untold = isByKey ? overtaken.count : 0
      told = .none
    }
    change { self.textInput = textInput }
  }

  private func change(_ body: () -> Void) {
    let wasOffered = isOffered
    body()
    if isOffered != wasOffered { server?.setFocus(isOffered) }
  }

  /// Ends what is under way, where it stands.
  ///
  /// - Parameter isLeaving: Whether that is because the keyboard goes to another window.
  /// - Returns: What the server had composed, to be kept as text, as far as it is known at once; a
  ///   sequence of keys is dropped.
  func end(isLeaving: Bool = false) -> String {
    dropSequence()
    return server?.end(isLeaving: isLeaving) ?? ""
  }

  private func dropSequence() {
    composer.reset()
    sequence = .none
  }

  /// Takes note of an event that is about the input method's server.
  ///
  /// - Returns: Whether it was.
  func notices(_ event: XEvent) -> Bool {
    guard let server else { return false }
    let wasOpen = server.isOpen
    guard server.notices(event) else { return false }
    if server.isOpen, !wasOpen {
      // It has just answered.
      server.wantsFocus = isOffered
      server.settleFocus()
    }
    return true
  }

  /// Whether the input method keeps the event to itself.
  ///
  /// Every event must be offered, not only keys: a server of an input method sends messages.
  func filters(_ event: inout XEvent) -> Bool {
    if event.type == KeyPress { begin() }
    if event.type == KeyPress || event.type == KeyRelease {
      if event.type == KeyPress, overtaken.remove(event.xkey) { return true }
      // Only what a server has made of keys that were for it comes without a time.
      guard isOffered || event.xkey.keycode == 0 else {
        return hasServer && event.xkey.time == CurrentTime
      }
    }
    return server?.filters(&event) ?? false
  }
}

extension InputMethod {
  /// Lends the text that a press types, as UTF-8, and wipes it afterwards.
  ///
  /// Xlib and, where one was offered the key, the input method's server have seen it too; what they
  /// keep is theirs.
  ///
  /// - Parameters:
  ///   - press: The key; `nil` where the event is an input method's commit, which has none.
  ///   - body: Is called once with the press it belongs to, or with `nil` where a whole sequence
  ///     typed the text; not at all where the key was taken into a sequence, nor with what a server
  ///     commits where nobody waits for text. It may not keep the span.
  func read(
    _ event: inout XKeyEvent, as press: KeyPress?, symbol: KeySym,
    _ body: (KeyPress?, Span<UInt8>) -> Void
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

  /// What the client is to show instead of what it shows; `nil` where that is right.
  func takePreedit() -> Preedit? {
    guard preedit != told else { return nil }
    told = preedit
    return told
  }

  private var preedit: Preedit {
    guard textInput != nil else { return .none }
    guard let composed = server?.preedit, !composed.isEmpty else { return sequence }
    return composed
  }

  /// Tells the server where the caret is, if that is the time to.
  ///
  /// - Parameter scale: Device pixels to one logical pixel.
  func tellSpot(scale: Double) {
    guard isOffered, let caret = textInput?.caret else { return }
    server?.setSpot(InputSpot(below: caret, scale: scale))
  }
}
