import CX11
import Glibc

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
