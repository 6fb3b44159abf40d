import Glibc
import Secrets
import Synchronization
import X11Shell

/// One password on its way into the vault, on a thread of its own: Argon2id takes half a second.
final class SaveJob: Sendable {
  /// What came of it.
  enum Outcome: Hashable, Sendable {
    case saved
    /// What to tell the person.
    case failed(String)

    /// `nil` where it went well.
    var failure: String? {
      if case .failed(let reason) = self { reason } else { nil }
    }
  }

  /// What is to be saved; empty once it is done.
  let password: Mutex<SecureText>
  private let vault: PasswordVault
  private let wakeSource: WakeSource
  private let result = Mutex<Outcome?>(nil)
  /// Who works on it, until somebody waits for the end; `nil` where the system gave no thread.
  private let thread = Mutex<pthread_t?>(nil)

  /// Begins to save.
  ///
  /// - Parameters:
  ///   - password: Wiped as soon as it was saved, or was not.
  ///   - wakeSource: Called when `outcome` is there.
  init(_ password: consuming SecureText, in vault: PasswordVault, wakeSource: WakeSource) {
    self.password = Mutex(password)
    self.vault = vault
    self.wakeSource = wakeSource
    start()
  }

  // Detached and not joined: the last to let go of the job may be the thread itself.
  deinit {
    if let thread = takeThread() { pthread_detach(thread) }
  }

  /// `nil` until it is done.
  var outcome: Outcome? { result.withLock { $0 } }

  /// Waits until `outcome` is there.
  func finish() {
    if let thread = takeThread() { pthread_join(thread, nil) }
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
    let outcome = password.withLock { password -> Outcome in
      defer { password.removeAll() }
      do throws(VaultError) {
        try vault.store(password)
        return .saved
      } catch {
        return .failed(error.message)
      }
    }
    result.withLock { $0 = outcome }
    wakeSource.wake()
  }
}
