import Scene
import Secrets

/// A secret of that text.
func secret(_ text: String) -> SecureText {
  var secret = SecureText()
  _ = secret.replace(graphemes: 0..<0, with: text.utf8.span)
  return secret
}
