/// The format of the password file: the text of a hash and a line feed, which earlier versions
/// omitted.
enum PasswordHashFileFormat {
  /// The maximum size of the file in bytes.
  static let limit = PasswordHash.textSize

  static func content(of passwordHash: PasswordHash) -> [UInt8] { passwordHash.text + [lineFeed] }

  /// - Returns: `nil` for any other content.
  static func passwordHash(in content: Span<UInt8>) -> PasswordHash? {
    guard let last = content.indices.last, content[last] == lineFeed else {
      return PasswordHash(text: content)
    }
    return PasswordHash(text: content.extracting(droppingLast: 1))
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
