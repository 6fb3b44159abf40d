import Secrets
import Windowing

/// The estimates of the strength of passphrases in dialogs, on another thread.
final class DialogStrength {
  private let evaluator: StrengthEvaluator
  private var registration: EventRegistration?
  /// Called with each estimate.
  var onResult: (StrengthEvaluator.Evaluation) -> Void = { _ in }

  /// - Returns: `nil` if the system provides no descriptor.
  init?(in application: Application) {
    guard let wakeSource = try? WakeSource() else { return nil }
    evaluator = StrengthEvaluator(personalWords: .current, wakeSource: wakeSource)
    registration = application.watch(wakeSource) { [unowned self] in
      if let evaluation = evaluator.takeEvaluation() { onResult(evaluation) }
    }
  }

  /// Estimates a passphrase after the one that is being estimated. Replaces a waiting passphrase.
  func estimate(_ text: borrowing SecureText) { evaluator.evaluate(StrengthInput(text)) }

  func discardPending() { evaluator.discardPending() }
}
