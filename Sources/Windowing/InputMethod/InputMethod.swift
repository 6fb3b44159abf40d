import CX11
import Glibc
import Scene
import System
import X11

/// The conversion of keys into text, with the keyboard map, dead keys and Compose sequences, or
/// with an input method server for thousands of characters.
///
/// The server receives keys only while they are text that it may know. Its preedit text, or else
/// the current key sequence, is provided for display in the text.
///
/// Nothing of it is needed before the first frame, so it sends no request before `begin()`.
final class InputMethod {
  private let shared: InputMethodConnection
  private let window: WindowID
  /// The events that the window has selected.
  private let eventMask: Int
  /// The server to look for. `nil` for none.
  var serverName = environmentVariable("XMODIFIERS").flatMap { InputMethod.serverName(in: $0) }
  /// The preedit styles that the server may use, if it supports them.
  var styles = PreeditStyle.allCases
  private var composer = Composer()
  /// The current key sequence as preedit text.
  private var sequence = Preedit.empty
  /// The input method server. `nil` before `begin()`, and if the environment names none.
  private(set) var server: InputMethodServer?
  private var hasBegun = false
  private var isFocused = false
  private var textInput: TextInputContext?
  /// The last preedit text that was sent to the content.
  private var lastSentPreedit = Preedit.empty

  /// - Parameter eventMask: The events that the window has selected. A server may need more.
  init(for window: WindowID, selecting eventMask: Int, through shared: InputMethodConnection) {
    self.window = window
    self.eventMask = eventMask
    self.shared = shared
  }

  /// Prepares for keys: fetches the keyboard map, and looks for the input method server if
  /// XMODIFIERS names one.
  ///
  /// Call it when the first frame is on its way. The first key calls it at the latest.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    shared.connection.prepareKeyboard()
    guard let name = serverName else { return }
    server = InputMethodServer(
      named: name, showing: styles, for: window, selecting: eventMask, through: shared)
    server?.setFocus(isOffered)
  }

  /// Stops using the server. After that, only the keyboard map is used.
  func close() {
    server?.close()
    server = nil
    hasBegun = true
    dropSequence()
  }

  /// Whether a server is connected.
  var hasServer: Bool { server?.isOpen ?? false }

  /// Whether the server receives keys.
  private var isOffered: Bool { isFocused && textInput != nil }

  /// Updates whether the window has the keyboard focus.
  ///
  /// A focus loss cancels the current key sequence.
  func setFocus(_ isFocused: Bool) {
    self.isFocused = isFocused
    server?.setFocus(isOffered)
    if !isFocused { dropSequence() }
  }

  /// Updates the context that receives text.
  ///
  /// - Parameter textInput: `nil` if keys are not text, or are text that no other process may know. The
  ///   content then keeps or discards the preedit text.
  func setTextInput(_ textInput: TextInputContext?) {
    let isChanged = (textInput == nil) != (self.textInput == nil)
    self.textInput = textInput
    guard isChanged else { return }
    dropSequence()
    if textInput == nil {
      _ = server?.end()
      lastSentPreedit = .empty
    }
    server?.setFocus(isOffered)
  }

  /// Ends the current composition, keeping its text as it is.
  ///
  /// - Returns: The server's preedit text to keep, as far as it is known immediately. A key
  ///   sequence is discarded.
  func end() -> String {
    dropSequence()
    return server?.end() ?? ""
  }

  private func dropSequence() {
    composer.reset()
    sequence = .empty
  }
}

// Keys.
extension InputMethod {
  /// Returns whether the input method consumes a key.
  func filters(_ key: inout DeferredInputQueue.Key) -> Bool {
    if key.event.type == KeyPress { begin() }
    guard let server else { return false }
    let event = key.event.xkey
    if server.takesIgnored(event) { return true }
    guard isOffered || event.keycode == 0 else {
      shared.mayMistakeNextKey = true
      // Only events that a server created from its own keys have no time.
      return server.isOpen && event.time == CurrentTime
    }
    return server.filters(&key)
  }

  /// Adds a key to the current sequence, or ends it.
  ///
  /// - Parameters:
  ///   - isCommand: Whether the key is a command, which cancels the sequence.
  ///   - text: Receives the text of a sequence.
  func compose(_ symbol: KeySym, isCommand: Bool, into text: WipedBytes) -> Composer.Outcome {
    if isCommand {
      dropSequence()
      return .plain
    }
    let outcome = composer.feed(symbol, into: text)
    // The text of a sequence comes before the next sequence.
    if outcome == .typed { sequence = .empty } else { showSequence() }
    return outcome
  }

  /// Makes the current key sequence the preedit text.
  func showSequence() { if textInput != nil { sequence = composer.preedit } }

  /// Reads the text that the server commits. Copies that Xlib or the server keep are not wiped.
  ///
  /// - Returns: `false` if the text is not to be typed.
  func readCommit(_ event: inout XKeyEvent, into text: WipedBytes) -> Bool {
    dropSequence()
    return server?.readCommit(&event, into: text) == true && textInput != nil
  }

  /// Returns the preedit text to display instead of the current one. `nil` if that one is correct.
  func takePreedit() -> Preedit? {
    guard preedit != lastSentPreedit else { return nil }
    lastSentPreedit = preedit
    return lastSentPreedit
  }

  private var preedit: Preedit {
    guard textInput != nil else { return .empty }
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

  /// Whether the server has preedit text that is not committed yet.
  var isComposing: Bool { textInput != nil && server.map { !$0.preedit.isEmpty } ?? false }

  /// Whether the server may still send output for the last press that it received.
  ///
  /// Keys that are not for the server do not wait for it.
  var hasPendingCommit: Bool { isOffered && server?.isPending ?? false }

  /// Returns the name of the input method server in XMODIFIERS, for example `ibus` for `@im=ibus`.
  ///
  /// - Returns: `nil` if it names no server. `none` and `local` stand for Xlib's own handling,
  ///   which is done here without Xlib.
  static func serverName(in modifiers: String) -> String? {
    let entry = modifiers.split(separator: "@").first { $0.hasPrefix("im=") }
    guard let name = entry?.dropFirst("im=".count), !["", "none", "local"].contains(name) else { return nil }
    return String(name)
  }
}

/// The position at the bottom of a caret, below which an input method displays its candidates, in
/// device pixels of the window.
struct InputSpot: Equatable {
  var x: Int16
  var y: Int16

  /// - Parameters:
  ///   - caret: The caret in logical pixels. Coordinates outside the protocol's range are clamped, and
  ///     0 if they are no numbers.
  ///   - scale: The number of device pixels per logical pixel.
  init(below caret: Rect, scale: Double) {
    x = Int16(clamping: Int64(clamped: (caret.minX * scale).rounded()))
    y = Int16(clamping: Int64(clamped: (caret.maxY * scale).rounded()))
  }
}

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

/// A combiner of dead keys, and of the keys after the Compose key, into characters.
///
/// The table of sequences is read at the first key that can begin one, so plain text never pays for
/// it. No typed key is kept after a sequence ends.
///
/// A sequence without a match ends as in GTK: the standalone characters of its keys are typed, and
/// then the key that broke it. So `´` and `x` give `´x`, as on Windows and macOS too. After the
/// Compose key, nothing is typed. (Qt and Xlib drop the accent, Xlib the letter as well.) A key
/// without text keeps its function and cancels the sequence. Escape cancels it too, and Backspace
/// removes its last key; neither has another effect then.
struct Composer: ~Copyable {
  /// The result of a key.
  enum Outcome {
    /// The key is part of no sequence and keeps its own meaning.
    case plain
    /// The key became part of a sequence, or ended one, and has no other meaning.
    case taken
    /// Text was typed, and the key has no other meaning.
    case typed
  }

  /// The files that are still to be read.
  private(set) var unread: ComposeFiles?
  /// Asked at the first key, because it searches for files.
  private lazy var beginsWithAnyKey = unread?.beginWithAnyKey ?? true
  private var state: ComposeState?
  /// The first keys of the current sequence. X.Org's longest sequences have nine keys.
  private var keys = InlineArray<16, KeySym>(repeating: 0)
  private var keyCount = 0

  init(reading files: ComposeFiles = ComposeFiles(environment: environmentVariable)) {
    unread = files
  }

  /// Creates a composer whose sequences are already read.
  init(_ state: consuming ComposeState) {
    self.state = consume state
  }

  /// Whether a sequence is in progress.
  var isComposing: Bool { keyCount > 0 }

  /// Processes a key, given by its symbol.
  ///
  /// - Parameter text: Receives the typed text.
  mutating func feed(_ symbol: KeySym, into text: WipedBytes) -> Outcome {
    guard isComposing || beginsWithAnyKey || symbol.beginsSequences else { return .plain }
    if let files = unread.take() { state = files.read() }
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Escape where isComposing:
      reset()
      return .taken
    case XK_BackSpace where isComposing:
      replay(keys, count: keyCount - 1)
      return .taken
    default: break
    }
    switch step(with: symbol) {
    case XKB_COMPOSE_COMPOSING: return .taken
    case XKB_COMPOSE_COMPOSED:
      state?.appendText(to: text)
      reset()
      return .typed
    case XKB_COMPOSE_CANCELLED: return breakOff(at: symbol, into: text)
    default: return .plain
    }
  }

  /// Cancels the current sequence.
  mutating func reset() {
    for index in 0..<keyCount { keys[index] = 0 }
    keyCount = 0
    state?.reset()
  }

  private mutating func step(with symbol: KeySym) -> xkb_compose_status {
    let status = state?.feed(symbol) ?? XKB_COMPOSE_NOTHING
    if status == XKB_COMPOSE_COMPOSING, keyCount < keys.count {
      keys[keyCount] = symbol
      keyCount += 1
    }
    return status
  }

  /// Replaces the sequence.
  private mutating func replay(_ keys: InlineArray<16, KeySym>, count: Int) {
    reset()
    for index in 0..<count { _ = step(with: keys[index]) }
  }

  /// Types the standalone characters of a sequence that does not continue with the key, which may begin another.
  private mutating func breakOff(at symbol: KeySym, into text: WipedBytes) -> Outcome {
    let (broken, count) = (keys, keyCount)
    reset()
    let character = Unicode.Scalar(keySym: symbol)
    guard symbol.beginsSequences || character != nil else { return .plain }
    // Accents and letters have a displayable character, the Compose key has none.
    let isDisplayable = (0..<count).allSatisfy {
      broken[$0].isDead || Unicode.Scalar(keySym: broken[$0]) != nil
    }
    guard isDisplayable else { return symbol.beginsSequences ? feed(symbol, into: text) : .taken }
    for index in 0..<count { appendDisplayText(of: broken[index], to: text) }
    if feed(symbol, into: text) == .plain, let character { text.append(character) }
    return text.isEmpty ? .taken : .typed
  }

  /// Appends the standalone character of a key, an accent as when it is typed twice, and clears the sequence.
  private mutating func appendDisplayText(of key: KeySym, to text: WipedBytes) {
    guard key.isDead else {
      if let character = Unicode.Scalar(keySym: key) { text.append(character) }
      return
    }
    _ = state?.feed(key)
    if state?.feed(key) == XKB_COMPOSE_COMPOSED { state?.appendText(to: text) }
    reset()
  }

  /// The current sequence as preedit text: accents as standalone characters, and the Compose key as
  /// a dot, as in GTK.
  ///
  /// It must not be used if the keys may belong to a password, since it is a `String`.
  var preedit: Preedit {
    mutating get {
      guard isComposing else { return .empty }
      // Finding a key's character feeds the table, which has only one state.
      let (keys, count) = (keys, keyCount)
      reset()
      let text = WipedBytes()
      for index in 0..<count {
        if keys[index] == KeySym(XKB_KEY_Multi_key) { text.append("·") }
        appendDisplayText(of: keys[index], to: text)
      }
      replay(keys, count: count)
      guard !text.isEmpty else { return .empty }
      let shown = String(decoding: text.bytes, as: UTF8.self)
      return Preedit([Preedit.Segment(shown)], caret: shown.unicodeScalars.count)
    }
  }
}

extension KeySym {
  /// Whether it is a dead key: an accent that waits for its letter.
  fileprivate var isDead: Bool { (KeySym(XKB_KEY_dead_grave)...KeySym(XKB_KEY_dead_greek)).contains(self) }

  /// Whether sequences in X.Org's Compose files begin with it: dead keys, the Compose key, a Greek
  /// accent, and letters of Khmer and Arabic that are typed as one and written as two.
  ///
  /// Only the Amharic file begins a sequence with a character that is text by itself, the
  /// backslash. It is not supported.
  fileprivate var beginsSequences: Bool {
    switch self {
    case KeySym(XKB_KEY_Multi_key), KeySym(XKB_KEY_Greek_accentdieresis): true
    case 0x0100_1780...0x0100_17FF, 0x0100_FE00...0x0100_FEFF: true
    default: isDead
    }
  }
}
