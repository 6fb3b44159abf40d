/// How saving a password went.
public enum SavingOutcome: Hashable, Sendable {
  /// - Parameter note: What else a person should know of it, in a sentence.
  case saved(note: String? = nil)
  /// What to tell the person.
  case failed(String)
  /// Nothing was saved, since there is something else in the place: what to tell of that, in a
  /// sentence. Submitted once more as it is, the password takes its place.
  case wouldReplace(String)
}
