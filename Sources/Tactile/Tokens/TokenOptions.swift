import Controls

/// What is asked of the token field.
struct TokenOptions: Hashable {
  /// A file with what is in it at first, one a line; `nil` for the samples.
  var path: String?
  /// A file with what it suggests, one a line, besides what was entered before.
  var completionsPath: String?
  var configuration = TokenFieldConfiguration()

  /// What the field starts with where no file is named.
  static let samples = ["mail@objc.io", "mail@apple.com", "test@test.example"]
}
