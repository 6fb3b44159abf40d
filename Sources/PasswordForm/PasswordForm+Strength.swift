public import Motion
public import Secrets

// Password strength. The estimate runs on another thread.
extension PasswordForm {
  /// Returns the input of the strength estimate, copied into its own locked memory.
  public func strengthInput() -> StrengthInput { StrengthInput(password.text) }

  /// Shows the estimated strength of the password, or the reason why there is no estimate.
  ///
  /// - Parameter generation: The generation of the `StrengthInput`. A result for an earlier text is
  ///   ignored.
  public mutating func setStrength(
    _ result: Result<PasswordStrength, StrengthError>, ofGeneration generation: UInt64, at now: Instant
  ) {
    guard generation == password.text.generation, !password.text.isEmpty else { return }
    // For a known password, the estimate from its characters is irrelevant.
    let knownStrength = policy.knownPassword(password.text, personalWords: personalWords)?.strength
    switch knownStrength.map(Result.success) ?? result {
    case .success(let estimate): strength.show(.strength(estimate), at: now, environment)
    case .failure(let error): strength.show(.failure(error), at: now, environment)
    }
    strength.place(in: layout.strength, environment)
  }

  /// The advice for a stronger password, or `nil` if there is none.
  var adviceText: String? { strength.adviceText }

  mutating func clearStrength() {
    strength.clear()
    strength.place(in: layout.strength, environment)
  }
}
