import Controls

/// The options of the token field.
struct TokenOptions: Hashable {
  /// The path of a file with the initial tokens, one per line. `nil` for the samples.
  var path: String?
  /// The path of a file with completions, one per line. They add to the previously entered texts.
  var completionsPath: String?
  var configuration = TokenFieldConfiguration()

  /// The initial tokens if no file is given.
  static let samples = ["mail@objc.io", "mail@apple.com", "test@test.example"]
}
