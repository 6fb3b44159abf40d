import Glibc
import Secrets
import Synchronization
import System
import Windowing

/// The evaluator of password strength. It uses its own thread, because some passwords take
/// three quarters of a second. The thread ends when no password is waiting.
final class StrengthEvaluator: Sendable {
  /// The result, and the generation of the evaluated text.
  struct Evaluation: Hashable, Sendable {
    let result: Result<PasswordStrength, StrengthError>
    let generation: UInt64
  }

  private struct State: ~Copyable {
    var inputs = LatestValueQueue<StrengthInput>()
    var evaluation: Evaluation?
  }

  /// A function that estimates the strength of one password.
  typealias Estimate = (borrowing StrengthInput) -> PasswordStrength

  private let estimator: @Sendable () -> Result<Estimate, StrengthError>
  private let wakeSource: WakeSource
  private let state = Mutex(State())

  /// - Parameters:
  ///   - words: The words that an attacker guesses first.
  ///   - wakeSource: Signaled when an evaluation is available, and when no password is held any
  ///     longer.
  convenience init(personalWords words: PersonalWords, wakeSource: WakeSource) {
    self.init(wakeSource: wakeSource) { () throws(StrengthError) in
      let estimator = try StrengthEstimator(personalWords: words)
      return { estimator.estimate($0) }
    }
  }

  /// - Parameter estimator: Creates the estimating function. Called on the worker thread.
  init(
    wakeSource: WakeSource, estimator: @escaping @Sendable () throws(StrengthError) -> Estimate
  ) {
    self.wakeSource = wakeSource
    self.estimator = { Result(catching: estimator) }
  }

  /// Evaluates a password after the one that is being evaluated. Replaces a waiting password.
  ///
  /// If no thread can be started, there is no evaluation.
  func evaluate(_ input: consuming StrengthInput) {
    var next: StrengthInput? = consume input
    let begins = state.withLock { state in
      if let input = next.take() { state.inputs.put(input) } else { false }
    }
    guard begins else { return }
    if let thread = startThread({ self.work() }) {
      pthread_detach(thread)
    } else {
      discardPending()
      state.withLock { _ = $0.inputs.next() }
    }
  }

  /// Wipes the waiting password. A password that is being evaluated is wiped after its evaluation,
  /// which cannot be interrupted.
  func discardPending() { state.withLock { $0.inputs.discardPending() } }

  /// Whether the evaluator may still hold a password.
  var holdsSecret: Bool { state.withLock { $0.inputs.isRunning } }

  /// Returns the latest evaluation once.
  func takeEvaluation() -> Evaluation? { state.withLock { $0.evaluation.take() } }

  private func work() {
    let estimate = estimator()
    while let input = state.withLock({ $0.inputs.next() }) {
      let generation = input.generation
      let result = estimate.map { $0(input) }
      state.withLock { $0.evaluation = Evaluation(result: result, generation: generation) }
      wakeSource.wake()
    }
    wakeSource.wake()
  }
}
