import ArgumentParser
import Secrets

/// The parser of `--generate`: the kind and length of password that the form generates first.
enum GenerateOption {
  /// The accepted counts. A fast computer can guess shorter passwords, and a user can hardly copy
  /// longer ones.
  private static let validCounts = (characters: 8...128, words: 3...32)

  /// The names of the kinds, without counts.
  static let kinds = ["characters", "words"]

  /// Parses a value of `--generate`, for example "words:6".
  ///
  /// - Throws: `ValidationError` with the valid values.
  static func parse(_ text: String) throws -> PasswordGenerator.Kind {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let count = parts.dropFirst().first.map { Int($0) ?? 0 }
    switch parts[0] {
    case "characters" where count.map(validCounts.characters.contains) ?? true:
      return count.map { .characters($0) } ?? .standardCharacters
    case "words" where count.map(validCounts.words.contains) ?? true:
      return count.map { .words($0) } ?? .standardWords
    default:
      throw ValidationError(
        "use 'characters' or 'words', optionally with a count: 'characters:8' to 'characters:128', "
          + "'words:3' to 'words:32'")
    }
  }
}
