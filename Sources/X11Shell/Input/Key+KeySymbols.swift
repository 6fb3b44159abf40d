import CX11
import Scene

extension Key {
  /// The key by what it means.
  ///
  /// A keypad's keys are the main ones. With Ctrl, Alt or the logo key down, a key that types no
  /// ASCII character under the present layout is taken for the one it types under another, so
  /// that Ctrl+A works on a Cyrillic keyboard.
  init(_ symbols: KeySymbols, modifiers: Modifiers) {
    if let named = Key(named: symbols.symbol) {
      self = named
    } else if symbols.isOnKeypad, let scalar = Unicode.Scalar(keySym: symbols.symbol) {
      self = .character(scalar)
    } else {
      let scalar = Unicode.Scalar(keySym: symbols.unmodified)
      let latin = modifiers.command && scalar?.isASCII != true ? symbols.latinAlternative : nil
      self = (latin ?? scalar).map { Key(typing: $0) } ?? .unidentified
    }
  }

  /// The key that types the first character of a text.
  init(typing text: TypedText) {
    let first = text.withUTF8 { utf8 in
      var scalars = (try? UTF8Span(validating: utf8))?.makeUnicodeScalarIterator()
      return scalars?.next()
    }
    self = first.map { Key(typing: $0) } ?? .unidentified
  }

  private init(typing scalar: Unicode.Scalar) {
    self = scalar == " " ? .space : .character(scalar.lowercase)
  }

  /// The key whose symbol has a name instead of a character.
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
  /// Whether the symbol is one of the keypad's, whose meaning Num Lock decides.
  fileprivate var isOnKeypad: Bool { (0xFF80...0xFFBD).contains(symbol) }

  /// The ASCII character the key types in another of the map's layouts; else the letter that is
  /// printed in its place on a US keyboard.
  fileprivate var latinAlternative: Unicode.Scalar? {
    for group in inEachGroup.indices {
      if let scalar = Unicode.Scalar(keySym: inEachGroup[group]), scalar.isASCII { return scalar }
    }
    return Self.letterRows.lazy.compactMap { $0.letter(at: keycode) }.first
  }

  /// The three rows of letters by the keycode of the first, which is Linux's code for the key plus
  /// 8.
  private static let letterRows = [
    LetterRow(first: 24, letters: "qwertyuiop"),
    LetterRow(first: 38, letters: "asdfghjkl"),
    LetterRow(first: 52, letters: "zxcvbnm"),
  ]
}

/// Keys side by side with successive keycodes.
private struct LetterRow {
  let first: Int
  let letters: String

  func letter(at keycode: UInt8) -> Unicode.Scalar? {
    let scalars = letters.unicodeScalars
    return zip(first..., scalars).first { $0.0 == Int(keycode) }?.1
  }
}

extension Unicode.Scalar {
  /// The lower-case form where that is one scalar, else itself.
  fileprivate var lowercase: Unicode.Scalar {
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower[lower.startIndex] : self
  }
}
