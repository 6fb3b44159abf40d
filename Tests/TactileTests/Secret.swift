import Scene
import Secrets

/// A secret of that text.
func secret(_ text: String) -> SecureText {
  var secret = SecureText()
  _ = secret.insert(text.utf8.span, atGrapheme: 0)
  return secret
}
