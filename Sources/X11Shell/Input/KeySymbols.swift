import CX11
import CXKBCommon
import Scene

/// The symbols that the keyboard map assigns to one key press.
struct KeySymbols {
  /// The symbols of a key in one layout, without and with Shift.
  struct Levels: Hashable {
    var plain: KeySym
    var shifted: KeySym
  }

  var keycode: UInt8
  /// The symbol with all modifiers applied: Shift, Num Lock, Caps Lock, AltGr.
  var symbol: KeySym
  /// The symbols in the active layout, without other modifiers.
  var inLayout: Levels
  /// The symbols in the layout used for commands: the active layout if it has Latin letters, else
  /// the first one that has. `nil` if no layout has.
  var inLatinLayout: Levels?

  /// - Parameter unmodified: The symbol without modifiers, in a Latin layout.
  init(keycode: UInt8, symbol: KeySym, unmodified: KeySym? = nil) {
    self.keycode = keycode
    self.symbol = symbol
    inLayout = Levels(plain: unmodified ?? symbol, shifted: 0)
    inLatinLayout = inLayout
  }
}

extension KeySymbols {
  /// Reads the symbols from Xlib's copy of the keyboard map, without a round trip after the first
  /// use.
  init(_ event: XKeyEvent, on connection: Connection) {
    let map = KeyboardMap(connection: connection)
    keycode = UInt8(truncatingIfNeeded: event.keycode)
    symbol = map.symbol(of: keycode, state: event.state)
    let layout = KeyboardMap.layout(in: event.state)
    inLayout = map.levels(of: keycode, in: layout)
    // Only commands need it.
    guard Modifiers(state: event.state).command else { return }
    inLatinLayout = map.latinLayout(preferring: layout).map { [keycode] in map.levels(of: keycode, in: $0) }
  }
}

/// Xlib's copy of the keyboard map, with the layouts that the user can switch between.
private struct KeyboardMap {
  let connection: Connection

  /// Returns the layout, which is in bits 13 and 14 of the state (XKB protocol, 3.3).
  static func layout(in state: UInt32) -> UInt32 { state >> 13 & 3 }

  /// Returns the symbol with all modifiers applied. A letter that Caps Lock does not change, such
  /// as `é` on a French keyboard, becomes uppercase, as in XLookupString.
  func symbol(of keycode: UInt8, state: UInt32) -> KeySym {
    let (symbol, consumed) = lookUp(keycode, state: state)
    let isUpper = state & ~consumed & UInt32(LockMask) != 0
    guard isUpper, let narrow = xkb_keysym_t(exactly: symbol) else { return symbol }
    return KeySym(xkb_keysym_to_upper(narrow))
  }

  func levels(of keycode: UInt8, in layout: UInt32) -> KeySymbols.Levels {
    let state = layout << 13
    return KeySymbols.Levels(
      plain: lookUp(keycode, state: state).symbol,
      shifted: lookUp(keycode, state: state | UInt32(ShiftMask)).symbol)
  }

  func latinLayout(preferring layout: UInt32) -> UInt32? { ([layout] + Array(0..<4)).first(where: isLatin) }

  /// Returns whether any key types a Latin letter without modifiers.
  private func isLatin(_ layout: UInt32) -> Bool {
    USKeyboardLayout.letters.contains { keycode in
      (KeySym(XK_a)...KeySym(XK_z)).contains(lookUp(keycode, state: layout << 13).symbol)
    }
  }

  private func lookUp(_ keycode: UInt8, state: UInt32) -> (symbol: KeySym, consumed: UInt32) {
    var (symbol, consumed): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(connection.display, keycode, state, &consumed, &symbol)
    return (symbol, consumed)
  }
}
