import CX11
import CXKBCommon

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
