/// Where the keys of characters lie, and what is printed on them in the United States.
enum KeyPlace {
  /// The rows by the keycode of their first keys, which is Linux's code for the key plus 8.
  private static let rows: [(first: UInt8, characters: String)] = [
    (10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (51, "\\zxcvbnm,./"),
  ]

  /// The keycodes of all keys that some layout has letters on.
  static let letters: ClosedRange<UInt8> = 24...61

  /// The character on a US keyboard's key without Shift; `nil` where the key is none of a
  /// character's.
  static func character(at keycode: UInt8) -> Unicode.Scalar? {
    for row in rows where keycode >= row.first {
      let characters = row.characters.unicodeScalars
      if let match = zip(row.first..., characters).first(where: { $0.0 == keycode }) {
        return match.1
      }
    }
    return nil
  }
}
