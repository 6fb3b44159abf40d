import Secrets
import System
import Windowing

/// The evaluator of password strength: one password at a time, on another thread, because some passwords take three
/// quarters of a second.
final class StrengthEvaluator {
  /// The result, and the generation of the evaluated text.
  struct Evaluation: Hashable, Sendable {
    let result: Result<PasswordStrength, StrengthError>
    let generation: UInt64
  }

  /// A function that estimates the strength of one password.
  typealias Estimate = (borrowing StrengthInput) -> PasswordStrength

  private let estimator: @Sendable () -> Result<Estimate, StrengthError>
  private let wakeSource: WakeSource
  /// The latest password, which waits for the end of the job.
  private var pending: StrengthInput?
  private var job: Job<Evaluation>?

  /// - Parameters:
  ///   - words: The words that an attacker guesses first.
  ///   - wakeSource: Signaled when an evaluation is available. The evaluator then holds its password no longer.
  convenience init(personalWords words: PersonalWords, wakeSource: WakeSource) {
    self.init(wakeSource: wakeSource) { () throws(StrengthError) in
      let estimator = try StrengthEstimator(personalWords: words)
      return { estimator.estimate($0) }
    }
  }

  /// - Parameter estimator: Creates the estimating function. Called on the other thread.
  init(
    wakeSource: WakeSource, estimator: @escaping @Sendable () throws(StrengthError) -> Estimate
  ) {
    self.wakeSource = wakeSource
    self.estimator = { Result(catching: estimator) }
  }

  /// Evaluates a password after the one that is being evaluated. Replaces a waiting password.
  func evaluate(_ input: consuming StrengthInput) {
    pending = consume input
    startNext()
  }

  /// Wipes the waiting password. A password that is being evaluated is wiped after its evaluation,
  /// which cannot be interrupted.
  func discardPending() { pending = nil }

  /// Whether the evaluator may still hold a password.
  var holdsSecret: Bool { pending != nil || job.map { $0.result == nil } ?? false }

  /// Returns the latest evaluation once, and starts the next one.
  func takeEvaluation() -> Evaluation? {
    guard let evaluation = job?.takeResult() else { return nil }
    job = nil
    startNext()
    return evaluation
  }

  private func startNext() {
    guard job == nil, let input = pending.take() else { return }
    job = Job(
      input,
      { [estimator] input in
        let generation = input.generation
        return Evaluation(result: estimator().map { $0(input) }, generation: generation)
      }, onEnd: wakeSource.wake)
  }
}

extension PersonalWords {
  /// The names of the current user and of this computer, from the environment and the system.
  static var current: PersonalWords {
    let user = nonEmptyVariable("USER") ?? nonEmptyVariable("LOGNAME") ?? UserAccount.current?.name
    // Without the domain.
    let host = hostName.map { String(decoding: $0.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) }
    let words = [(user, "your user name"), (host, "this computer's name")]
    return PersonalWords(words.compactMap { word, meaning in word.map { ($0, meaning) } })
  }

  private static func nonEmptyVariable(_ name: String) -> String? {
    environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
