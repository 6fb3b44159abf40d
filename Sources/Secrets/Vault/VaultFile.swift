/// What is in a vault's file: a verifier's text and a line feed, which earlier versions left out.
enum VaultFile {
  /// The most bytes that such a file has.
  static let limit = Verifier.textSize

  static func content(of verifier: Verifier) -> [UInt8] { verifier.text + [lineFeed] }

  /// - Returns: `nil` where the content is anything else.
  static func verifier(in content: Span<UInt8>) -> Verifier? {
    guard let last = content.indices.last, content[last] == lineFeed else {
      return Verifier(text: content)
    }
    return Verifier(text: content.extracting(droppingLast: 1))
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
