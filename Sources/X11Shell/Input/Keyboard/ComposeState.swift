import CX11
import CXKBCommon

/// A place in a table of key sequences that type characters, with the table itself
/// (`xkb_compose_state`).
///
/// It remembers the last key until it is reset.
struct ComposeState: ~Copyable {
  /// What a key did to the sequence (`xkb_compose_status`).
  enum Step {
    /// It belongs to none: a modifier, or a key that no sequence begins with.
    case none
    /// The sequence began, or goes on.
    case composing
    /// The sequence is complete, and its text is there to be copied.
    case composed
    /// No sequence goes on with it.
    case cancelled
  }

  private let state: OpaquePointer

  /// Reads a person's own Compose file, else the one of a locale.
  ///
  /// Own files are looked for where libxkbcommon does: `$XCOMPOSEFILE`, `XCompose` in
  /// `$XDG_CONFIG_HOME`, `~/.XCompose`. It takes some milliseconds.
  ///
  /// - Parameter locale: As in `LANG`.
  /// - Returns: `nil` where there is no file, or one that cannot be read.
  init?(locale: String) {
    self.init { xkb_compose_table_new_from_locale($0, locale, XKB_COMPOSE_COMPILE_NO_FLAGS) }
  }

  /// Takes the sequences from a text in the format of Compose(5).
  ///
  /// - Returns: `nil` where the text is not in that format.
  init?(sequences text: String) {
    var text = text
    self.init { context in
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          xkb_compose_table_new_from_buffer(
            context, $0.baseAddress, $0.count, "C", XKB_COMPOSE_FORMAT_TEXT_V1,
            XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
      }
    }
  }

  private init?(_ makeTable: (OpaquePointer) -> OpaquePointer?) {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
    defer { xkb_context_unref(context) }
    // Standard error is no place for the mistakes in a person's file.
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    guard let table = makeTable(context) else { return nil }
    defer { xkb_compose_table_unref(table) }
    guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
    self.state = state
  }

  deinit {
    xkb_compose_state_unref(state)
  }

  /// Takes a key in, by its symbol.
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

  /// Forgets the sequence.
  mutating func reset() { xkb_compose_state_reset(state) }

  /// The most bytes that a sequence's text has; libxkbcommon keeps no longer ones.
  static let textCapacity = 256

  /// Copies what the complete sequence types, as UTF-8.
  ///
  /// - Parameter buffer: Gets a byte of 0 after the text too; what does not fit is left out.
  /// - Returns: The number of bytes, without that one.
  func copyText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    buffer.withMemoryRebound(to: CChar.self) { characters in
      let count = xkb_compose_state_get_utf8(state, characters.baseAddress, characters.count)
      return max(0, min(Int(count), characters.count - 1))
    }
  }
}
