public import Secrets

/// How saving a password went.
public enum SavingOutcome: Hashable, Sendable {
  /// - Parameter note: What else a person should know of it, in a sentence.
  case saved(note: String? = nil)
  /// What to tell the person.
  case failed(String)
  /// Nothing was saved, since something is wrong with what is in the place: what, and how to tell that
  /// in a sentence. Submitted once more as it is, the password takes its place.
  case wouldReplace(StoredFault, String)
}
