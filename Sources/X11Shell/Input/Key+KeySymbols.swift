import CX11
import Scene

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
      let scalar = Unicode.Scalar(keySym: symbols.inLayout.plain)
      let command = modifiers.command ? symbols.commandCharacter : nil
      self = (command ?? scalar).map { Key(typing: $0) } ?? .unidentified
    }
  }

  /// Creates the key that types the first character of a text.
  init(typing text: TypedText) {
    let first = text.withUTF8 { utf8 in
      var scalars = (try? UTF8Span(validating: utf8))?.makeUnicodeScalarIterator()
      return scalars?.next()
    }
    self = first.map { Key(typing: $0) } ?? .unidentified
  }

  private init(typing scalar: Unicode.Scalar) { self = scalar == " " ? .space : .character(scalar.lowercase) }

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

extension KeySymbols {
  /// Whether the symbol belongs to the keypad, where Num Lock decides the meaning.
  fileprivate var isOnKeypad: Bool { (0xFF80...0xFFBD).contains(symbol) }

  /// The character of the key in a command. If no layout is Latin, the US layout is used.
  fileprivate var commandCharacter: Unicode.Scalar? {
    inLatinLayout.map(\.commandCharacter) ?? USKeyboardLayout.character(at: keycode)
  }
}

extension KeySymbols.Levels {
  /// The character of the key in a command. A digit that needs Shift, as on French and Czech
  /// keyboards, is used without it, except on keys with the zoom signs `+`, `-` and `=`.
  fileprivate var commandCharacter: Unicode.Scalar? {
    let (plain, shifted) = (Unicode.Scalar(keySym: plain), Unicode.Scalar(keySym: shifted))
    let isSign = plain == "+" || plain == "-" || plain == "="
    guard let shifted, ("0"..."9").contains(shifted), !isSign else { return plain }
    return shifted
  }
}

extension Unicode.Scalar {
  /// The lowercase form if it is one scalar, else the scalar itself.
  fileprivate var lowercase: Unicode.Scalar {
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower[lower.startIndex] : self
  }
}
