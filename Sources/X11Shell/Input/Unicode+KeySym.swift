import CX11
import CXKBCommon

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
}
