import CProcess
import Glibc
import PasswordForm
import Secrets
import Synchronization
import System
import Windowing

/// The save of one password, on its own thread because Argon2id takes half a second.
final class SaveJob: Sendable {
  /// The password to save. Empty after the save has ended.
  let password: Mutex<SecureText>
  private let store: any PasswordHashStore
  private let acceptedProblem: StoredPasswordProblem?
  private let wakeSource: WakeSource
  private let result = Mutex<SaveResult?>(nil)
  /// The worker thread, until a caller joins it. `nil` if no thread could be started.
  private let thread = Mutex<pthread_t?>(nil)

  /// Starts the save.
  ///
  /// - Parameters:
  ///   - password: The password. It is wiped when the save succeeds or fails.
  ///   - acceptedProblem: The problem that the replaced entry may have.
  ///   - wakeSource: Signaled when `outcome` is available.
  init(
    _ password: consuming SecureText, in store: any PasswordHashStore,
    replacing acceptedProblem: StoredPasswordProblem?, wakeSource: WakeSource
  ) {
    self.password = Mutex(password)
    self.store = store
    self.acceptedProblem = acceptedProblem
    self.wakeSource = wakeSource
    start()
  }

  // Detached and not joined: the thread itself may release the last reference to the job.
  deinit {
    if let thread = takeThread() { pthread_detach(thread) }
  }

  /// The result. `nil` until the save has ended.
  var outcome: SaveResult? { result.withLock { $0 } }

  /// Cancels the wait for another process. `outcome` is available soon after that.
  func cancel() { store.cancel() }

  /// Waits for the save to finish, but at most for `timeout`; then cancels it and waits again.
  ///
  /// The second wait lasts for `timeout` or `cancellationGracePeriod`, whichever is longer. A save
  /// that ignores the cancellation is detached. `outcome` may then stay `nil`.
  ///
  /// - Parameter timeout: The timeout in whole seconds.
  func finish(within timeout: Duration = .seconds(2)) {
    guard let thread = takeThread() else { return }
    if Self.join(thread, within: timeout) { return }
    cancel()
    if !Self.join(thread, within: max(timeout, Self.cancellationGracePeriod)) { pthread_detach(thread) }
  }

  /// The minimum time that a cancelled save gets to return its error.
  private static let cancellationGracePeriod = Duration.seconds(1)

  /// Waits for a thread to end.
  ///
  /// - Returns: Whether it has ended. If not, the caller must still join or detach it.
  private static func join(_ thread: pthread_t, within timeout: Duration) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += time_t(timeout.components.seconds)
    return pthread_clockjoin_np(thread, nil, CLOCK_MONOTONIC, &end) == 0
  }

  /// Returns the thread once. The caller must join or detach it.
  private func takeThread() -> pthread_t? { thread.withLock { $0.take() } }

  /// Starts the thread, which owns the job until the save has ended.
  ///
  /// If no thread can be started, saves on the calling thread: this blocks the window, but nothing
  /// is lost.
  private func start() {
    if let worker = startThread({ self.run() }) {
      thread.withLock { $0 = worker }
    } else {
      run()
    }
  }

  private func run() {
    let outcome = password.withLock { password -> SaveResult in
      defer { password.removeAll() }
      do throws(PasswordStoreError) {
        return .saved(note: costWarning(for: try store.store(password, replacing: acceptedProblem)))
      } catch {
        return SaveResult(error)
      }
    }
    result.withLock { $0 = outcome }
    wakeSource.wake()
  }

  /// Returns the warning for a hash that uses less memory than intended, or `nil`.
  private func costWarning(for cost: PasswordHash.Parameters) -> String? {
    guard cost != store.cost else { return nil }
    let (actual, requested) = (cost.memory >> 20, store.cost.memory >> 20)
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
