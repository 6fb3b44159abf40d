import CProcess
import Glibc
import PasswordForm
import Secrets
import Synchronization
import Threads
import X11Shell

/// One password on its way into the vault, on a thread of its own: Argon2id takes half a second.
final class SaveJob: Sendable {
  /// What is to be saved; empty once it is done.
  let password: Mutex<SecureText>
  private let store: any VerifierStore
  private let acceptedFault: StoredFault?
  private let wakeSource: WakeSource
  private let result = Mutex<SavingOutcome?>(nil)
  /// Who works on it, until somebody waits for the end; `nil` where the system gave no thread.
  private let thread = Mutex<pthread_t?>(nil)

  /// Begins to save.
  ///
  /// - Parameters:
  ///   - password: Wiped as soon as it was saved, or was not.
  ///   - acceptedFault: What may be wrong with what is replaced.
  ///   - wakeSource: Called when `outcome` is there.
  init(
    _ password: consuming SecureText, in store: any VerifierStore,
    replacing acceptedFault: StoredFault?, wakeSource: WakeSource
  ) {
    self.password = Mutex(password)
    self.store = store
    self.acceptedFault = acceptedFault
    self.wakeSource = wakeSource
    start()
  }

  // Detached and not joined: the last to let go of the job may be the thread itself.
  deinit {
    if let thread = takeThread() { pthread_detach(thread) }
  }

  /// `nil` until it is done.
  var outcome: SavingOutcome? { result.withLock { $0 } }

  /// Gives up, as far as it waits for somebody else; `outcome` is there soon then.
  func cancel() { store.cancel() }

  /// Waits until `outcome` is there, no longer than `patience`; then gives up, and waits as long once
  /// more. Whoever does not heed that is left to himself, and `outcome` may never be there.
  ///
  /// - Parameter patience: In whole seconds.
  func finish(within patience: Duration = .seconds(2)) {
    guard let thread = takeThread() else { return }
    if Self.join(thread, within: patience) { return }
    cancel()
    if !Self.join(thread, within: max(patience, Self.farewell)) { pthread_detach(thread) }
  }

  /// What who has given up needs at least to say so.
  private static let farewell = Duration.seconds(1)

  /// Waits for a thread's end.
  ///
  /// - Returns: Whether it has come; else the thread is still to be joined or detached.
  private static func join(_ thread: pthread_t, within patience: Duration) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += time_t(patience.components.seconds)
    return pthread_clockjoin_np(thread, nil, CLOCK_MONOTONIC, &end) == 0
  }

  /// Hands over the duty to join the thread or to detach it.
  private func takeThread() -> pthread_t? { thread.withLock { $0.take() } }

  /// The thread owns the job until it is done. Where the system gives no thread, the work is done
  /// here and now: the window stands still meanwhile, but nothing is lost.
  private func start() {
    if let worker = startThread({ self.run() }) {
      thread.withLock { $0 = worker }
    } else {
      run()
    }
  }

  private func run() {
    let outcome = password.withLock { password -> SavingOutcome in
      defer { password.removeAll() }
      do throws(VaultError) {
        return .saved(note: note(of: try store.store(password, replacing: acceptedFault)))
      } catch {
        return SavingOutcome(error)
      }
    }
    result.withLock { $0 = outcome }
    wakeSource.wake()
  }

  /// What to tell where a guess costs less than it should.
  private func note(of cost: Verifier.Cost) -> String? {
    guard cost != store.cost else { return nil }
    let (found, wanted) = (cost.memory >> 20, store.cost.memory >> 20)
    return "Memory was short, so each guess takes \(found) MiB instead of \(wanted)."
  }
}

extension SavingOutcome {
  /// What is told of an error.
  fileprivate init(_ error: VaultError) {
    switch error {
    case .faulty(let fault, let folder): self = .wouldReplace(fault, fault.line(in: folder))
    default: self = .failed(error.message)
    }
  }

  /// Why nothing was saved; `nil` where it was.
  var failure: String? {
    switch self {
    case .saved: nil
    case .failed(let reason), .wouldReplace(_, let reason): reason
    }
  }
}
