import CX11
import CXKBCommon
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
  private var beginsWithAnyKey: Bool?
  private var state: ComposeState?
  private(set) var keys = ComposeKeys()

  init(reading files: ComposeFiles = .standard) { unread = files }

  /// Creates a composer whose sequences are already read.
  init(_ state: consuming ComposeState) {
    self.state = consume state
    beginsWithAnyKey = true
  }

  /// Whether a sequence is in progress.
  var isComposing: Bool { !keys.isEmpty }

  /// Processes a key, given by its symbol.
  ///
  /// - Parameter type: Called once with the typed text if that is the outcome.
  mutating func feed(_ symbol: KeySym, typing type: (Span<UInt8>) -> Void) -> Outcome {
    guard isComposing || mayBegin(with: symbol) else { return .plain }
    read()
    if isComposing, edit(with: symbol) { return .taken }
    switch step(with: symbol) {
    case .none: return .plain
    case .composing: return .taken
    case .composed: return finish(type)
    case .cancelled: return breakOff(at: symbol, type)
    }
  }

  /// Cancels the current sequence.
  mutating func reset() {
    keys = ComposeKeys()
    state?.reset()
  }
}

extension Composer {
  private mutating func mayBegin(with symbol: KeySym) -> Bool {
    if symbol.beginsSequences { return true }
    let anyKey = beginsWithAnyKey ?? unread?.beginWithAnyKey ?? false
    beginsWithAnyKey = anyKey
    return anyKey
  }

  private mutating func read() {
    guard let files = unread else { return }
    unread = nil
    state = files.read()
  }

  mutating func step(with symbol: KeySym) -> ComposeState.Step {
    let step = state?.feed(symbol) ?? .none
    if step == .composing { keys.append(symbol) }
    return step
  }

  /// Cancels the sequence, or removes its last key.
  ///
  /// - Returns: Whether the key does one of these.
  private mutating func edit(with symbol: KeySym) -> Bool {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Escape: reset()
    case XK_BackSpace: removeLastKey()
    default: return false
    }
    return true
  }

  private mutating func removeLastKey() {
    let before = keys
    reset()
    guard !before.isTruncated else { return }
    for index in 0..<(before.count - 1) { _ = step(with: before[index]) }
  }

  private mutating func finish(_ type: (Span<UInt8>) -> Void) -> Outcome {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ComposeState.textCapacity) { text in
      defer { text.wipe() }
      let count = state?.copyText(to: text) ?? 0
      reset()
      type(text.extracting(0..<count).span)
    }
    return .typed
  }

  /// Types the standalone characters of a sequence that does not continue with the key.
  private mutating func breakOff(at symbol: KeySym, _ type: (Span<UInt8>) -> Void) -> Outcome {
    let broken = keys
    reset()
    guard symbol.beginsSequences || Unicode.Scalar(keySym: symbol) != nil else { return .plain }
    guard broken.areDisplayable else { return symbol.beginsSequences ? feed(symbol, typing: type) : .taken }
    let capacity = (broken.count + 1) * ComposeState.textCapacity
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { text in
      defer { text.wipe() }
      var count = copyDisplayTexts(of: broken, to: text)
      count += begin(with: symbol, copyingTo: text.extracting(count..<capacity))
      guard count > 0 else { return .taken }
      type(text.extracting(0..<count).span)
      return .typed
    }
  }

  /// Copies the standalone characters of keys: an accent as when it is typed twice.
  ///
  /// - Returns: The number of bytes.
  private mutating func copyDisplayTexts(of keys: ComposeKeys, to text: UnsafeMutableBufferPointer<UInt8>)
    -> Int
  {
    var count = 0
    for index in 0..<keys.count {
      let remainder = text.extracting(count..<text.count)
      count += copyDisplayText(of: keys[index], to: remainder)
    }
    return count
  }

  /// Copies the standalone character of a key and clears the sequence.
  ///
  /// - Returns: The number of bytes.
  mutating func copyDisplayText(of key: KeySym, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard key.isDead else { return key.copyText(to: text) }
    defer { reset() }
    _ = state?.feed(key)
    return state?.feed(key) == .composed ? state?.copyText(to: text) ?? 0 : 0
  }

  /// Begins a sequence with a key, or copies the text that the key types.
  ///
  /// - Returns: The number of bytes.
  private mutating func begin(with symbol: KeySym, copyingTo text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    switch step(with: symbol) {
    case .composing: return 0
    case .none, .cancelled: return symbol.copyText(to: text)
    case .composed:
      defer { reset() }
      return state?.copyText(to: text) ?? 0
    }
  }
}

extension KeySym {
  /// Copies the character of the keysym, as UTF-8.
  ///
  /// - Returns: The number of bytes.
  fileprivate func copyText(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let utf8 = Unicode.Scalar(keySym: self).flatMap({ UTF8.encode($0) }) else { return 0 }
    for (index, byte) in utf8.enumerated() { text[index] = byte }
    return utf8.count
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Overwrites all bytes in a way that no compiler may remove (`explicit_bzero`).
  fileprivate func wipe() { if let baseAddress { explicit_bzero(baseAddress, count) } }
}

extension Composer {
  /// The current sequence as preedit text: accents as standalone characters, and the Compose key as
  /// a dot, as in GTK.
  ///
  /// It must not be used if the keys may belong to a password, since it is a `String`.
  var preedit: Preedit {
    mutating get {
      guard isComposing, !keys.isTruncated else { return .empty }
      // Finding a key's character feeds the table, which has only one state.
      let keys = keys
      reset()
      let text = (0..<keys.count).reduce(into: "") { $0 += displayText(of: keys[$1]) }
      for index in 0..<keys.count { _ = step(with: keys[index]) }
      guard !text.isEmpty else { return .empty }
      return Preedit([Preedit.Segment(text)], caret: text.unicodeScalars.count)
    }
  }

  private mutating func displayText(of key: KeySym) -> String {
    guard key != KeySym(XKB_KEY_Multi_key) else { return "·" }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ComposeState.textCapacity) { text in
      let count = copyDisplayText(of: key, to: text)
      return String(decoding: text.extracting(0..<count), as: UTF8.self)
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
  func read() -> ComposeState? {
    for locale in candidates { if let state = ComposeState(locale: locale) { return state } }
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

  /// The files for the environment of this process.
  static var standard: ComposeFiles { ComposeFiles(environment: environmentVariable) }
}

/// The first keys of the current sequence, up to the capacity. Further keys are not stored.
struct ComposeKeys {
  /// The capacity. X.Org's longest sequences have nine keys.
  private static let capacity = 16

  private var symbols = InlineArray<16, KeySym>(repeating: 0)
  private(set) var count = 0
  /// Whether a key was not stored.
  private(set) var isTruncated = false

  var isEmpty: Bool { count == 0 }

  mutating func append(_ symbol: KeySym) {
    isTruncated = count == Self.capacity
    guard !isTruncated else { return }
    symbols[count] = symbol
    count += 1
  }

  subscript(index: Int) -> KeySym {
    precondition(index < count, "key index \(index) is not below the count \(count)")
    return symbols[index]
  }

  /// Whether all keys have a displayable character, as accents and letters do and the Compose key
  /// does not.
  var areDisplayable: Bool {
    !isTruncated
      && (0..<count).allSatisfy { symbols[$0].isDead || Unicode.Scalar(keySym: symbols[$0]) != nil }
  }
}

extension KeySym {
  /// Whether it is a dead key: an accent that waits for its letter.
  var isDead: Bool { (KeySym(XKB_KEY_dead_grave)...KeySym(XKB_KEY_dead_greek)).contains(self) }

  /// Whether sequences in X.Org's Compose files begin with it: dead keys, the Compose key, a Greek
  /// accent, and letters of Khmer and Arabic that are typed as one and written as two.
  ///
  /// Only the Amharic file begins a sequence with a character that is text by itself, the
  /// backslash. It is not supported.
  var beginsSequences: Bool {
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
  /// The effect of a key on the sequence (`xkb_compose_status`).
  enum Step {
    /// The key belongs to no sequence: it is a modifier, or no sequence begins with it.
    case none
    /// The sequence began or continues.
    case composing
    /// The sequence is complete, and its text can be copied.
    case composed
    /// No sequence continues with the key.
    case cancelled
  }

  private let state: OpaquePointer

  /// Reads the user's own Compose file, or else the file of a locale.
  ///
  /// libxkbcommon looks for own files in `$XCOMPOSEFILE`, `XCompose` in `$XDG_CONFIG_HOME`, and
  /// `~/.XCompose`. Reading takes some milliseconds.
  ///
  /// - Parameter locale: The locale, in the format of `LANG`.
  /// - Returns: `nil` if there is no file or it cannot be read.
  init?(locale: String) {
    self.init { xkb_compose_table_new_from_locale($0, locale, XKB_COMPOSE_COMPILE_NO_FLAGS) }
  }

  /// Parses the sequences from a text in the format of Compose(5).
  ///
  /// - Returns: `nil` if the text is not in that format.
  init?(sequences text: String) {
    var text = text
    self.init { context in
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          xkb_compose_table_new_from_buffer(
            context, $0.baseAddress, $0.count, "C", XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
      }
    }
  }

  private init?(_ makeTable: (OpaquePointer) -> OpaquePointer?) {
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

  /// Processes a key, given by its symbol.
  mutating func feed(_ symbol: KeySym) -> Step {
    guard let symbol = xkb_keysym_t(exactly: symbol),
      xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED
    else { return .none }
    return switch xkb_compose_state_get_status(state) {
    case XKB_COMPOSE_COMPOSING: .composing
    case XKB_COMPOSE_COMPOSED: .composed
    case XKB_COMPOSE_CANCELLED: .cancelled
    default: .none
    }
  }

  mutating func reset() { xkb_compose_state_reset(state) }

  /// The maximum size of a sequence's text in bytes. libxkbcommon stores no longer ones.
  static let textCapacity = 256

  /// Copies the text of the complete sequence, as UTF-8.
  ///
  /// - Parameter buffer: The destination. A zero byte follows the text. Text that does not fit is
  ///   omitted.
  /// - Returns: The number of bytes, without the zero byte.
  func copyText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    buffer.withMemoryRebound(to: CChar.self) { characters in
      let count = xkb_compose_state_get_utf8(state, characters.baseAddress, characters.count)
      return max(0, min(Int(count), characters.count - 1))
    }
  }
}
