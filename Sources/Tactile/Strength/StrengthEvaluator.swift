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
    /// The latest password that the thread has not taken yet.
    var pending: StrengthInput?
    /// Whether the thread is running, and so may hold a password.
    var isRunning = false
    var evaluation: Evaluation?

    /// Returns the pending password. If it returns `nil`, the thread must end.
    mutating func next() -> StrengthInput? {
      isRunning = pending != nil
      return pending.take()
    }
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
    let isRunning = state.withLock { state in
      state.pending = next.take()
      defer { state.isRunning = true }
      return state.isRunning
    }
    guard !isRunning else { return }
    if let thread = startThread({ self.work() }) {
      pthread_detach(thread)
    } else {
      state.withLock {
        $0.pending = nil
        $0.isRunning = false
      }
    }
  }

  /// Wipes the waiting password. A password that is being evaluated is wiped after its evaluation,
  /// which cannot be interrupted.
  func discardPending() { state.withLock { $0.pending = nil } }

  /// Whether the evaluator may still hold a password.
  var holdsSecret: Bool { state.withLock { $0.isRunning } }

  /// Returns the latest evaluation once.
  func takeEvaluation() -> Evaluation? { state.withLock { $0.evaluation.take() } }

  private func work() {
    let estimate = estimator()
    while let input = state.withLock({ $0.next() }) {
      let generation = input.generation
      let result = estimate.map { $0(input) }
      state.withLock { $0.evaluation = Evaluation(result: result, generation: generation) }
      wakeSource.wake()
    }
    wakeSource.wake()
  }
}

/// The estimates of the strength of passphrases in dialogs.
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
