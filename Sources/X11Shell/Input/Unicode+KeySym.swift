import CX11

extension Unicode.Scalar {
  /// The character that a keysym stands for by itself: Latin-1, the keypad, the currency signs, and
  /// all that are written as `0x01000000` plus their code point (X11 protocol, appendix A).
  ///
  /// The older tables, Cyrillic and Greek among them, are known to Xlib's input method alone.
  init?(keySym: KeySym) {
    switch keySym {
    case 0x20...0x7E, 0xA0...0xFF, 0x20A0...0x20AC:
      self.init(UInt32(keySym))
    case 0xFF80, 0xFFAA...0xFFB9, 0xFFBD:
      self.init(UInt32(keySym & 0x7F))
    case 0x0100_0100...0x0110_FFFF:
      self.init(UInt32(keySym - 0x0100_0000))
    default:
      return nil
    }
  }
}
