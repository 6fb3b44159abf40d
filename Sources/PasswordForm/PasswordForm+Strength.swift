public import Motion
public import Secrets

// How strong the password is takes a thread to find out.
extension PasswordForm {
  /// What the password's strength is judged by, copied into locked memory of its own.
  public func strengthSubject() -> StrengthSubject { StrengthSubject(password.text) }

  /// Takes in how strong the password is, or why nobody knows.
  ///
  /// - Parameter generation: Of the `StrengthSubject`; what was judged of a text that has changed
  ///   since is passed over.
  public mutating func takeStrength(
    _ result: Result<PasswordStrength, StrengthError>, ofGeneration generation: UInt64,
    at now: Instant
  ) {
    guard generation == password.text.generation, !password.text.isEmpty else { return }
    // What an estimator makes of its characters counts for nothing then.
    let known = policy.known(password.text, knowing: personalWords)?.strength
    switch known.map(Result.success) ?? result {
    case .success(let found): strength.show(.strength(found), at: now, environment)
    case .failure(let error): strength.show(.failure(error), at: now, environment)
    }
    strength.place(in: layout.strength, environment)
  }

  /// How strong the password is, as it is told; `nil` while there is none or it is not known yet.
  var strengthText: String? { strength.wordsText }

  /// What to do better about the password; `nil` where there is nothing.
  var adviceText: String? { strength.adviceText }

  mutating func forgetStrength() {
    strength.clear()
    strength.place(in: layout.strength, environment)
  }
}
