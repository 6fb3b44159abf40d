import CX11
import Scene
import X11

extension KeyPress {
  /// Creates the key press of an event, with the character of its symbol unless it is a command. A key without a character
  /// of its own, such as on a level of AltGr, is identified by the one that it types.
  init(_ symbols: KeySymbols, state: UInt32, isRepeat: Bool) {
    var modifiers = Modifiers(state: state)
    if symbols.symbol == KeySym(XK_ISO_Left_Tab) { modifiers.insert(.shift) }
    let characters = modifiers.contains(.alt) ? symbols.onKey.compactMap(Unicode.Scalar.init(keySym:)) : []
    self.init(
      Key(symbols, modifiers: modifiers), modifiers: modifiers, isRepeat: isRepeat, characters: characters)
    guard !modifiers.command, let character = Unicode.Scalar(keySym: symbols.symbol) else { return }
    text = TypedText(character)
    if key == .unidentified { key = Key(typing: character) }
  }
}

extension Key {
  /// Creates the key for the symbols of a press.
  ///
  /// Keypad keys equal the main keys. With Ctrl, Alt or the logo key down, the key comes from a
  /// Latin layout. So Ctrl+A works on a Cyrillic keyboard, Ctrl+Q on a Greek one, where the key at
  /// that position types `;`, and Ctrl+1 on a French one, whose digits need Shift.
  init(_ symbols: KeySymbols, modifiers: Modifiers) {
    if let named = Key(named: symbols.symbol) {
      self = named
    } else if symbols.isOnKeypad, let scalar = Unicode.Scalar(keySym: symbols.symbol) {
      self = .character(scalar)
    } else {
      let scalar = Unicode.Scalar(keySym: symbols.unmodified)
      let command = modifiers.command ? symbols.commandCharacter : nil
      self = (command ?? scalar).map { Key(typing: $0) } ?? .unidentified
    }
  }

  fileprivate init(typing scalar: Unicode.Scalar) {
    self = scalar == " " ? .space : .character(scalar.lowercase)
  }

  /// Creates the key of a symbol that has a name instead of a character. Returns `nil` for others.
  private init?(named symbol: KeySym) {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Left, XK_KP_Left: self = .left
    case XK_Right, XK_KP_Right: self = .right
    case XK_Up, XK_KP_Up: self = .up
    case XK_Down, XK_KP_Down: self = .down
    case XK_Home, XK_KP_Home: self = .home
    case XK_End, XK_KP_End: self = .end
    case XK_Page_Up, XK_KP_Page_Up: self = .pageUp
    case XK_Page_Down, XK_KP_Page_Down: self = .pageDown
    case XK_Tab, XK_KP_Tab, XK_ISO_Left_Tab: self = .tab
    case XK_Return, XK_KP_Enter: self = .enter
    case XK_Escape: self = .escape
    case XK_KP_Space: self = .space
    case XK_BackSpace: self = .backspace
    case XK_Delete, XK_KP_Delete: self = .delete
    case XK_Insert, XK_KP_Insert: self = .insert
    case XK_Menu: self = .menu
    case XK_F1...XK_F35: self = .function(Int(symbol) - Int(XK_F1) + 1)
    case XK_KP_F1...XK_KP_F4: self = .function(Int(symbol) - Int(XK_KP_F1) + 1)
    default: return nil
    }
  }
}

/// The symbols that the keyboard map assigns to one key press.
struct KeySymbols {
  /// The symbols of a key in one layout, without and with Shift.
  struct Levels: Hashable {
    var plain: KeySym
    var shifted: KeySym

    /// The character of the key in a command. A digit that needs Shift, as on French and Czech
    /// keyboards, is used without it, except on keys with the zoom signs `+`, `-` and `=`.
    fileprivate var commandCharacter: Unicode.Scalar? {
      let (plain, shifted) = (Unicode.Scalar(keySym: plain), Unicode.Scalar(keySym: shifted))
      let isSign = plain == "+" || plain == "-" || plain == "="
      guard let shifted, ("0"..."9").contains(shifted), !isSign else { return plain }
      return shifted
    }
  }

  var keycode: UInt8
  /// The symbol with all modifiers applied: Shift, Num Lock, Caps Lock, AltGr.
  var symbol: KeySym
  /// The symbol in the active layout without modifiers.
  var unmodified: KeySym
  /// The symbols in the layout used for commands: the active layout if it has Latin letters, else
  /// the first one that has. `nil` if no layout has.
  var inLatinLayout: Levels?
  /// The symbols on the key: `symbol`, then those on all levels in the active layout and in the others.
  var onKey: [KeySym] = []

  /// Whether the symbol belongs to the keypad, where Num Lock decides the meaning.
  fileprivate var isOnKeypad: Bool { (0xFF80...0xFFBD).contains(symbol) }

  /// The character of the key in a command. If no layout is Latin, the US layout is used.
  fileprivate var commandCharacter: Unicode.Scalar? {
    inLatinLayout.map(\.commandCharacter) ?? USKeyboardLayout.character(at: keycode)
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
    unmodified = map.lookUp(keycode, state: layout << 13).symbol
    // Only commands need it.
    guard Modifiers(state: event.state).command else { return }
    inLatinLayout = map.latinLayout(preferring: layout).map { [keycode] in map.levels(of: keycode, in: $0) }
    onKey = [symbol] + map.symbols(on: keycode, preferring: layout)
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

  /// Returns the symbols without and with Shift and AltGr. AltGr is Mod5 in all XKB layouts, as Alt is Mod1.
  func symbols(on keycode: UInt8, preferring layout: UInt32) -> [KeySym] {
    ([layout] + Array(0..<4)).flatMap { layout in
      [0, ShiftMask, Mod5Mask, ShiftMask | Mod5Mask].map {
        lookUp(keycode, state: layout << 13 | UInt32($0)).symbol
      }
    }
  }

  func latinLayout(preferring layout: UInt32) -> UInt32? { ([layout] + Array(0..<4)).first(where: isLatin) }

  /// Returns whether any key types a Latin letter without modifiers.
  private func isLatin(_ layout: UInt32) -> Bool {
    USKeyboardLayout.letters.contains { keycode in
      (KeySym(XK_a)...KeySym(XK_z)).contains(lookUp(keycode, state: layout << 13).symbol)
    }
  }

  func lookUp(_ keycode: UInt8, state: UInt32) -> (symbol: KeySym, consumed: UInt32) {
    var (symbol, consumed): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(connection.display, keycode, state, &consumed, &symbol)
    return (symbol, consumed)
  }
}

/// The positions of the character keys, and their characters on a US keyboard.
enum USKeyboardLayout {
  /// The rows, each with the keycode of its first key, which is Linux's code for the key plus 8.
  private static let rows: [(first: UInt8, characters: String)] = [
    (10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (51, "\\zxcvbnm,./"),
  ]

  /// The keycodes of all keys that have letters in some layout.
  static let letters: ClosedRange<UInt8> = 24...61

  /// Returns the key of a character on a US keyboard. `nil` if it needs Shift or is on no key.
  static func keycode(of character: Unicode.Scalar) -> UInt8? {
    (rows[0].first...letters.upperBound).first { self.character(at: $0) == character }
  }

  /// Returns the character of a key on a US keyboard without Shift. `nil` if the key has no
  /// character.
  static func character(at keycode: UInt8) -> Unicode.Scalar? {
    for row in rows where keycode >= row.first {
      let characters = row.characters.unicodeScalars
      if let match = zip(row.first..., characters).first(where: { $0.0 == keycode }) { return match.1 }
    }
    return nil
  }
}

extension Modifiers {
  /// Creates the modifiers from the `state` of a core event.
  ///
  /// Alt and the logo key are Mod1 and Mod4, where all XKB layouts have had them for decades.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.super) }
  }

  /// Whether a key pressed with these modifiers is a command instead of text. AltGr is not
  /// included.
  var command: Bool { !isDisjoint(with: [.control, .alt, .super]) }
}

extension Unicode.Scalar {
  /// Creates the character of a keysym (`xkb_keysym_to_utf32`). Returns `nil` if there is none, and
  /// for keys such as Return, whose character is a control character.
  init?(keySym: KeySym) {
    guard let symbol = xkb_keysym_t(exactly: keySym) else { return nil }
    switch xkb_keysym_to_utf32(symbol) {
    case 0..<0x20, 0x7F..<0xA0: return nil
    case let code: self.init(code)
    }
  }

  /// The lowercase form if it is one scalar, else the scalar itself.
  fileprivate var lowercase: Unicode.Scalar {
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower[lower.startIndex] : self
  }
}

extension TypedText {
  /// Splits text of any length into values, between scalars and without control characters.
  ///
  /// Return, Tab, Escape and similar characters are keys, not text. If the bytes are not UTF-8, all
  /// of them are dropped. No copy is kept.
  static func forEachChunk(of utf8: Span<UInt8>, _ body: (TypedText) -> Void) {
    guard let text = try? UTF8Span(validating: utf8) else { return }
    var scalars = text.makeUnicodeScalarIterator()
    var (start, end) = (0, 0)
    func finish() {
      if start < end, let chunk = TypedText(utf8: utf8.extracting(start..<end)) { body(chunk) }
    }
    while let scalar = scalars.next() {
      let next = scalars.currentCodeUnitOffset
      let isControl = scalar.properties.generalCategory == .control
      if isControl || next - start > capacity {
        finish()
        start = isControl ? next : end
      }
      end = next
    }
    finish()
  }
}

/// The keys that are down, used to distinguish a repeat from a new press.
///
/// With detectable auto-repeat, a held key sends presses without releases between them.
struct HeldKeys {
  /// Whether each of the protocol's 256 keycodes is down.
  private var isDown = InlineArray<256, Bool>(repeating: false)
  private var last: (keycode: UInt8, time: UInt, isRepeat: Bool)?

  /// Creates the state without held keys.
  init() {}

  /// Creates the state at a focus change: a key that is down already was pressed in another window, so its further
  /// presses are repeats.
  init(_ event: XKeymapEvent) {
    withUnsafeBytes(of: event.key_vector) { vector in
      for keycode in isDown.indices { isDown[keycode] = vector[keycode / 8] >> (keycode % 8) & 1 != 0 }
    }
  }

  /// Records a press.
  ///
  /// An input method server returns a press that it does not use, with the same timestamp. That is
  /// the same press, not a repeat.
  ///
  /// - Parameter time: The event's timestamp, in milliseconds.
  /// - Returns: Whether the key was already down.
  mutating func press(_ keycode: UInt8, at time: UInt) -> Bool {
    if let last, last.keycode == keycode, last.time == time { return last.isRepeat }
    let isRepeat = isDown[Int(keycode)]
    isDown[Int(keycode)] = true
    last = (keycode, time, isRepeat)
    return isRepeat
  }

  func contains(_ keycode: UInt8) -> Bool { isDown[Int(keycode)] }

  mutating func release(_ keycode: UInt8) { isDown[Int(keycode)] = false }
}
