import Controls
import Secrets
import Toolkit
import Windowing

/// The options of the window, with their default values.
struct WindowOptions: Hashable {
  var button = ButtonOptions()
  var preferences = AppearancePreferences()
  var policy = PasswordPolicy.default
  /// The time of inactivity after which a revealed password is hidden. `nil` means never.
  var revealTimeout = TimeoutOption.reveal.timeout
  /// The time for which a copied password is offered to other programs. `nil` means as long as the
  /// form holds a password.
  var clipboardTimeout = TimeoutOption.clipboard.timeout
  /// Whether the window grabs the keyboard while a password field has the focus.
  var grabsKeyboard = false
  /// The default kind of generated passwords. `nil` selects the form's own default.
  var generate: PasswordGenerator.Kind?
  var storage = PasswordHashStorage.file
  var tokens = TokenOptions()
  /// Device pixels per logical pixel. `nil` uses the desktop scale.
  var scale: Double?
  var geometry: WindowGeometry?
}

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
