import PasswordForm
import Secrets
import System
import Windowing

/// The save of one password, on its own thread because Argon2id takes half a second.
final class SaveJob: Sendable {
  private let store: any PasswordHashStore
  private let job: Job<SaveResult>

  /// Starts the save. If no thread can be started, saves on the calling thread: this blocks the window, but nothing
  /// is lost.
  ///
  /// - Parameters:
  ///   - password: The password. It is wiped before `outcome` is available.
  ///   - acceptedProblem: The problem that the replaced entry may have.
  ///   - wakeSource: Signaled when `outcome` is available.
  init(
    _ password: consuming SecureText, in store: any PasswordHashStore,
    replacing acceptedProblem: StoredPasswordProblem?, wakeSource: WakeSource
  ) {
    self.store = store
    job = Job(
      password,
      { password in
        do throws(PasswordStoreError) {
          let cost = try store.store(password, replacing: acceptedProblem)
          return .saved(note: cost == store.cost ? nil : Self.warning(for: cost, insteadOf: store.cost))
        } catch {
          return SaveResult(error)
        }
      }, onEnd: wakeSource.wake)
  }

  /// The result. `nil` until the save has ended.
  var outcome: SaveResult? { job.result }

  /// Cancels the wait for another process. `outcome` is available soon after that.
  func cancel() { store.cancel() }

  /// Waits for the save to finish, but at most for `timeout`; then cancels it and waits again.
  ///
  /// The second wait lasts for `timeout` or `cancellationGracePeriod`, whichever is longer. A save
  /// that ignores the cancellation continues. `outcome` may then stay `nil`.
  func finish(within timeout: Duration = .seconds(2)) {
    if job.wait(atMost: timeout) { return }
    cancel()
    job.wait(atMost: max(timeout, Self.cancellationGracePeriod))
  }

  /// The minimum time that a cancelled save gets to return its error.
  private static let cancellationGracePeriod = Duration.seconds(1)

  /// Returns the warning for a hash that uses less memory than intended.
  private static func warning(
    for actual: PasswordHash.Parameters, insteadOf requested: PasswordHash.Parameters
  ) -> String {
    let (actual, requested) = (actual.memory >> 20, requested.memory >> 20)
    return "Not enough memory: the password hash uses \(actual) MiB instead of \(requested) MiB."
  }
}

extension SaveResult {
  /// Creates the result of a failed save.
  fileprivate init(_ error: PasswordStoreError) {
    switch error {
    case .problem(let problem, let directory): self = .wouldReplace(problem, directory: directory)
    default: self = .failed(error.message)
    }
  }

  /// The reason why nothing was saved. `nil` if the password was saved.
  var failure: String? {
    switch self {
    case .saved: nil
    case .failed(let reason): reason
    case .wouldReplace(let problem, let directory): problem.message(in: directory)
    }
  }
}
