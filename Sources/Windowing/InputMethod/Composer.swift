import CX11
import Glibc
import Scene
import System

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

/// The files of Compose sequences for the user's locale and settings.
struct ComposeFiles {
  /// The locale, in the format of `LANG`.
  let locale: String
  /// The possible paths of the user's own file. The first existing one is used.
  let ownFiles: [String]

  /// Whether any key may begin a sequence, as in a user's own file. In the files of locales,
  /// sequences begin with keys that have no other function.
  var beginWithAnyKey: Bool { ownFiles.contains { access($0, R_OK) == 0 } }

  /// The names of the locales to try, best first.
  ///
  /// All text here is UTF-8, and libxkbcommon reads no other files, so `de_DE` is treated as
  /// `de_DE.UTF-8`. If a locale has no file, the one that most locales share is better than none.
  /// libxkbcommon also uses it for the locale C.
  var candidates: [String] {
    let language = locale.prefix { $0 != "." && $0 != "@" }
    let isNone = language == "C" || language == "POSIX"
    return (isNone ? [] : ["\(language).UTF-8"]) + ["en_US.UTF-8"]
  }

  /// Reads the table, which takes milliseconds. Returns `nil` if there is none.
  ///
  /// libxkbcommon looks for own files in `$XCOMPOSEFILE`, `XCompose` in `$XDG_CONFIG_HOME`, and
  /// `~/.XCompose`.
  func read() -> ComposeState? {
    for locale in candidates {
      let state = ComposeState { xkb_compose_table_new_from_locale($0, locale, XKB_COMPOSE_COMPILE_NO_FLAGS) }
      if let state { return state }
    }
    return nil
  }
}

extension ComposeFiles {
  /// - Parameter variable: Returns an environment variable. `nil` if it is not set.
  init(environment variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    // setlocale(3): the first of these that is set and not empty.
    locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
    let home = value("HOME")
    let settings = value("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
    ownFiles = [value("XCOMPOSEFILE"), settings.map { "\($0)/XCompose" }, home.map { "\($0)/.XCompose" }]
      .compactMap(\.self)
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

/// A state in a table of key sequences that type characters, with the table itself
/// (`xkb_compose_state`).
///
/// It stores the last key until it is reset.
struct ComposeState: ~Copyable {
  private let state: OpaquePointer

  /// - Parameter makeTable: Creates the table in a context (`xkb_context`).
  /// - Returns: `nil` if there is no table.
  init?(_ makeTable: (OpaquePointer) -> OpaquePointer?) {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
    defer { xkb_context_unref(context) }
    // Mistakes in the user's file must not appear on standard error.
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    guard let table = makeTable(context) else { return nil }
    defer { xkb_compose_table_unref(table) }
    guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
    self.state = state
  }

  deinit { xkb_compose_state_unref(state) }

  /// Processes a key, given by its symbol. A key that belongs to no sequence, such as a modifier, changes nothing.
  mutating func feed(_ symbol: KeySym) -> xkb_compose_status {
    guard let symbol = xkb_keysym_t(exactly: symbol),
      xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED
    else { return XKB_COMPOSE_NOTHING }
    return xkb_compose_state_get_status(state)
  }

  mutating func reset() { xkb_compose_state_reset(state) }

  /// Appends the text of the complete sequence. libxkbcommon stores at most 256 bytes with the final zero.
  func appendText(to text: WipedBytes) {
    text.append(upTo: 256) { Int(xkb_compose_state_get_utf8(state, $0, 256)) }
  }
}
