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
  /// The path of a file with the initial tokens, one per line. `nil` for the samples.
  var tokensPath: String?
  /// The path of a file with completions, one per line. They add to the previously entered texts.
  var completionsPath: String?
  var tokenField = TokenFieldConfiguration()
  /// Device pixels per logical pixel. `nil` uses the desktop scale.
  var scale: Double?
  var geometry: WindowGeometry?

  /// The initial tokens if no file is given.
  static let sampleTokens = ["mail@objc.io", "mail@apple.com", "test@test.example"]
}

/// The options of the floating button, from the command line and later from its panel.
///
/// Options that are `nil` follow from the shape.
struct ButtonOptions: Hashable {
  var shape = FloatingButton.Shape.button
  var snap: SnapMode?
  var drag: FloatingButton.DragMode?
  var tap = FloatingButton.TapMode.toggle
  var dims: Bool?
  var ringsBell = false
  var tuning = FloatingButton.Tuning()

  /// The configuration of the button.
  var configuration: FloatingButton.Configuration {
    FloatingButton.Configuration(
      shape: shape, snap: snap, drag: drag, tap: tap, dims: dims, ringsBell: ringsBell, tuning: tuning)
  }

  /// Selects the next snap mode. The first follows the last.
  ///
  /// Skips `original`, which exists for comparison with the original demo and can be selected only
  /// by its name.
  mutating func selectNextSnap() {
    let modes = SnapMode.allCases.filter { $0 != .original }
    let index = modes.firstIndex(of: configuration.snap) ?? modes.count - 1
    snap = modes[(index + 1) % modes.count]
  }
}
