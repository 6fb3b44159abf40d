import CX11

/// What the keyboard map says about one press of a key.
struct KeySymbols {
  var keycode: UInt8
  /// The symbol with all modifiers applied: Shift, Num Lock, AltGr.
  var symbol: KeySym
  /// The key's symbol without modifiers, in the layout that is switched on.
  var unmodified: KeySym
  /// The same in each of the map's layouts; 0 where there is none.
  var inEachGroup = InlineArray<4, KeySym>(repeating: 0)

  init(keycode: UInt8, symbol: KeySym, unmodified: KeySym? = nil) {
    self.keycode = keycode
    self.symbol = symbol
    self.unmodified = unmodified ?? symbol
  }
}

extension KeySymbols {
  /// Looks a press up in Xlib's copy of the keyboard map; no round trip once that is there.
  init(_ event: XKeyEvent, on connection: Connection) {
    let display = connection.display
    let keycode = UInt8(truncatingIfNeeded: event.keycode)
    // Bits 13 and 14 of the state name the layout (XKB protocol, 3.3).
    let group = event.state & 0x6000
    self.init(
      keycode: keycode, symbol: Self.lookUp(keycode, state: event.state, on: display),
      unmodified: Self.lookUp(keycode, state: group, on: display))
    for group in inEachGroup.indices {
      inEachGroup[group] = XkbKeycodeToKeysym(display, keycode, Int32(group), 0)
    }
  }

  private static func lookUp(
    _ keycode: UInt8, state: UInt32, on display: OpaquePointer
  ) -> KeySym {
    var (symbol, remaining): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(display, keycode, state, &remaining, &symbol)
    return symbol
  }
}
