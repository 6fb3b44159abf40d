public import Secrets

/// The result of saving a password.
public enum SaveResult: Hashable, Sendable {
  /// The password was saved.
  ///
  /// - Parameter note: Additional information for the user, as one sentence.
  case saved(note: String? = nil)
  /// Saving failed, with a message for the user.
  case failed(String)
  /// Nothing was saved, because the stored password has a problem. The values are the problem and a
  /// sentence that describes it. If the user submits again without an edit, the save replaces it.
  case wouldReplace(StoredPasswordProblem, String)
}
