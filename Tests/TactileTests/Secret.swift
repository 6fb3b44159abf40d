import Scene
import Secrets

/// Returns a secret with the given text.
func secret(_ text: String) -> SecureText {
  var secret = SecureText()
  _ = secret.replace(graphemes: 0..<0, with: text.utf8.span)
  return secret
}
