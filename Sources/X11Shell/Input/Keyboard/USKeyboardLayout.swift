/// The positions of the character keys, and their characters on a US keyboard.
enum USKeyboardLayout {
  /// The rows, each with the keycode of its first key, which is Linux's code for the key plus 8.
  private static let rows: [(first: UInt8, characters: String)] = [
    (10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (51, "\\zxcvbnm,./"),
  ]

  /// The keycodes of all keys that have letters in some layout.
  static let letters: ClosedRange<UInt8> = 24...61

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
