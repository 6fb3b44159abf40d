import Secrets
import X11Shell

/// What is asked of the program, and what it does where nobody asks for anything.
struct WindowOptions: Hashable {
  var button = ButtonOptions()
  var wishes = Wishes()
  var policy = PasswordPolicy.default
  /// How long a revealed password stays so while nothing is done; `nil` for good.
  var revealTime = TimeChoice.reveal.time
  /// How long a copied password is offered to other programs; `nil` for as long as the form holds
  /// one.
  var clipboardTime = TimeChoice.clipboard.time
  /// Whether the keyboard is the window's alone while a password is typed.
  var grabsKeyboard = false
  /// What passwords are made of by chance; `nil` for what is usual.
  var generate: PasswordGenerator.Kind?
  var storage = StorageChoice.file
  var tokens = TokenOptions()
  /// Device pixels to one logical pixel; `nil` for the desktop's.
  var scale: Double?
  var geometry: WindowGeometry?
  /// By which the session's manager knew the program before it started it again.
  var sessionID: String?
}
