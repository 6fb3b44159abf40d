import Glibc
import Secrets
import Synchronization
import Threads
import X11Shell

/// Judges how strong passwords are, on a thread of its own: for some it takes a quarter of a second. The
/// thread ends when there is nothing left to judge.
final class StrengthJudge: Sendable {
  /// What came of it, and the generation of the text that was judged.
  struct Judgement: Hashable, Sendable {
    let result: Result<PasswordStrength, StrengthError>
    let generation: UInt64
  }

  private struct State: ~Copyable {
    var subjects = LatestOnly<StrengthSubject>()
    var judgement: Judgement?
  }

  /// Judges one password.
  typealias Estimate = (borrowing StrengthSubject) -> PasswordStrength

  private let estimator: @Sendable () -> Result<Estimate, StrengthError>
  private let wakeSource: WakeSource
  private let state = Mutex(State())

  /// - Parameters:
  ///   - words: What is guessed first.
  ///   - wakeSource: Called when there is a judgement to take, and when no password is held any more.
  convenience init(knowing words: PersonalWords, wakeSource: WakeSource) {
    self.init(wakeSource: wakeSource) { () throws(StrengthError) in
      let estimator = try StrengthEstimator(knowing: words)
      return { estimator.estimate($0) }
    }
  }

  /// - Parameter estimator: Makes what judges, on the thread that does so.
  init(
    wakeSource: WakeSource, by estimator: @escaping @Sendable () throws(StrengthError) -> Estimate
  ) {
    self.wakeSource = wakeSource
    self.estimator = { Result(catching: estimator) }
  }

  /// Has a password judged, as soon as the one before it is. Where the system gives no thread, its
  /// strength is not told.
  func judge(_ subject: consuming StrengthSubject) {
    var next: StrengthSubject? = consume subject
    let begins = state.withLock { state in
      if let subject = next.take() { state.subjects.put(subject) } else { false }
    }
    guard begins else { return }
    if let thread = startThread({ self.work() }) {
      pthread_detach(thread)
    } else {
      forget()
      state.withLock { _ = $0.subjects.next() }
    }
  }

  /// Wipes what waits. What is being judged is wiped once it is, which nothing can hasten.
  func forget() { state.withLock { $0.subjects.forget() } }

  /// Whether a password may be held still.
  var holdsSecret: Bool { state.withLock { $0.subjects.isWorking } }

  /// Hands over the latest judgement, once.
  func takeJudgement() -> Judgement? { state.withLock { $0.judgement.take() } }

  private func work() {
    let estimate = estimator()
    while let subject = state.withLock({ $0.subjects.next() }) {
      let generation = subject.generation
      let result = estimate.map { $0(subject) }
      state.withLock { $0.judgement = Judgement(result: result, generation: generation) }
      wakeSource.wake()
    }
    wakeSource.wake()
  }
}
