import CX11
import CXKBCommon
import Scene

/// What the keyboard map says about one press of a key.
struct KeySymbols {
  /// A key's symbols in one layout, by whether Shift is down.
  struct Levels: Hashable {
    var plain: KeySym
    var shifted: KeySym
  }

  var keycode: UInt8
  /// The symbol with all modifiers applied: Shift, Num Lock, Caps Lock, AltGr.
  var symbol: KeySym
  /// Its symbols in the layout that is switched on, without other modifiers.
  var inLayout: Levels
  /// The same in the layout that commands are read in: the one that is switched on if that has
  /// Latin letters, else the first that has; `nil` where none has.
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
  /// Looks a press up in Xlib's copy of the keyboard map; no round trip once that is there.
  init(_ event: XKeyEvent, on connection: Connection) {
    let map = KeyboardMap(connection: connection)
    keycode = UInt8(truncatingIfNeeded: event.keycode)
    symbol = map.symbol(of: keycode, state: event.state)
    let layout = KeyboardMap.layout(in: event.state)
    inLayout = map.levels(of: keycode, in: layout)
    // Only a command asks for it.
    guard Modifiers(state: event.state).command else { return }
    inLatinLayout = map.latinLayout(preferring: layout).map { [keycode] in
      map.levels(of: keycode, in: $0)
    }
  }
}

/// Xlib's copy of the keyboard map, with the layouts that a person switches between.
private struct KeyboardMap {
  let connection: Connection

  /// Bits 13 and 14 of the state name the layout (XKB protocol, 3.3).
  static func layout(in state: UInt32) -> UInt32 { state >> 13 & 3 }

  /// A letter that Caps Lock leaves alone, as `é` on a French keyboard, is made upper case, as
  /// XLookupString does.
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

  func latinLayout(preferring layout: UInt32) -> UInt32? {
    ([layout] + Array(0..<4)).first(where: isLatin)
  }

  /// Whether any key types a Latin letter by itself.
  private func isLatin(_ layout: UInt32) -> Bool {
    KeyPlace.letters.contains { keycode in
      (KeySym(XK_a)...KeySym(XK_z)).contains(lookUp(keycode, state: layout << 13).symbol)
    }
  }

  private func lookUp(_ keycode: UInt8, state: UInt32) -> (symbol: KeySym, consumed: UInt32) {
    var (symbol, consumed): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(connection.display, keycode, state, &consumed, &symbol)
    return (symbol, consumed)
  }
}
