/// The longest part of a password that occurs twice without overlap, forward or backward, in any case and with
/// replaced letters, such as `Berlin` in `Berlin-n1lreB`.
struct RepeatedPart {
  /// The length, the start of the first occurrence and that of the second one.
  private(set) var (length, first, second) = (2, 0, 0)

  /// Finds the longest repeated part of at least three bytes. `nil` if there is none.
  ///
  /// - Complexity: O(*n*³) in the length of the password, which `StrengthInput.limit` bounds.
  init?(of password: Span<CChar>) {
    for low in password.indices {
      for high in password.indices where low < high {
        for step in [1, -1] {
          let common = Self.commonLength(password, low, high, step: step)
          if common > length { (length, first, second) = (common, low, step > 0 ? high : high - common + 1) }
        }
      }
    }
    if length == 2 { return nil }
  }

  /// Returns the number of equal letters from `low` up and from `high` in steps of `step`.
  private static func commonLength(_ bytes: Span<CChar>, _ low: Int, _ high: Int, step: Int) -> Int {
    let limit = step > 0 ? min(high - low, bytes.count - high) : (high - low + 1) / 2
    return (0..<limit).first { letter(bytes[low + $0]) != letter(bytes[high + step * $0]) } ?? limit
  }

  private static func letter(_ byte: CChar) -> UInt8 { letters[Int(UInt8(bitPattern: byte))] }

  /// The lowercase letter that each byte is or replaces. The letters i and l are replaced by the same characters.
  private static let letters: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    let letter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    return zip("4@8(<369i1!|05$7+%2".utf8, "aabcceggllllossttxz".utf8).first { $0.0 == letter }?.1 ?? letter
  }
}
