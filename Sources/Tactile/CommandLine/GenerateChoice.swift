import ArgumentParser
import Secrets

/// `--generate`
enum GenerateChoice {
  /// What less could not keep a fast computer from trying all, and what a person might still copy.
  private static let allowed = (characters: 8...128, words: 3...32)

  /// What a value of `--generate` means, as in "words:6".
  ///
  /// - Throws: `ValidationError` with what is allowed.
  static func parse(_ text: String) throws -> PasswordGenerator.Kind {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let count = parts.dropFirst().first.map { Int($0) ?? 0 }
    switch parts[0] {
    case "characters" where count.map(allowed.characters.contains) ?? true:
      return count.map { .characters($0) } ?? .standardCharacters
    case "words" where count.map(allowed.words.contains) ?? true:
      return count.map { .words($0) } ?? .standardWords
    default:
      throw ValidationError(
        "allowed are characters and words, also with how many: characters:8 to characters:128, "
          + "words:3 to words:32")
    }
  }
}
