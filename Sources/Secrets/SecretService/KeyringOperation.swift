import Glibc
import Synchronization
import System

/// A keyring operation on its own thread, which is abandoned if the library ignores its
/// cancellation.
///
/// In two cases, a call does not end and cannot be cancelled:
/// - The keyring exits while a prompt is open. libsecret 0.20 then ends its task with an invalid
///   error, which GLib refuses.
/// - The call is cancelled while a prompt is open. libsecret asks the keyring to dismiss the
///   prompt. The reply arrives in the `GMainContext` of the thread that cancelled it, which no
///   thread iterates.
///
/// An abandoned call leaves its thread, the thread and the `timerfd` of its watchdog, and a message
/// filter until the process exits.
struct KeyringOperation: Sendable {
  let library: LibSecret
  let item: KeyringClient.Item
  let cancellation: KeyringCancellation
  let callTimeout: Duration
  /// The time that a cancelled call may take to return its own error.
  let cancellationGracePeriod: Duration
  /// The interval between checks of the bus while a prompt is open.
  let busPollInterval: Duration
  let onPromptChange: @Sendable (Bool) -> Void

  /// - Parameter onPromptChange: Called on an arbitrary thread when a keyring prompt appears
  ///   (`true`) or closes (`false`).
  init(
    _ library: LibSecret, item: KeyringClient.Item = .passwordHash,
    callTimeout: Duration = KeyringClient.defaultTimeout,
    cancellationGracePeriod: Duration = .seconds(1), busPollInterval: Duration = .seconds(1),
    onPromptChange: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    (self.library, self.item) = (library, item)
    (self.callTimeout, self.cancellationGracePeriod) = (callTimeout, cancellationGracePeriod)
    (self.busPollInterval, self.onPromptChange) = (busPollInterval, onPromptChange)
    cancellation = KeyringCancellation(library)
  }

  /// The result of the thread.
  private final class Outcome<Reply: Sendable>: Sendable {
    let result = Mutex<Result<Reply, KeyringError>?>(nil)
    /// A flag that is set when the caller no longer waits for the result.
    let isAbandoned = Mutex(false)
  }

  /// Performs a request and waits for its reply.
  ///
  /// - Parameter request: Called on another thread. It may continue after this function returns.
  /// - Throws: The error of `request`; `noThread`; the reason of the cancellation if `request` is
  ///   abandoned.
  func run<Reply: Sendable>(
    _ request: @escaping @Sendable (borrowing KeyringClient) throws(KeyringError) -> Reply
  ) throws(KeyringError) -> Reply {
    let outcome = Outcome<Reply>()
    let thread = startThread {
      let client = KeyringClient(
        library, item: item, callTimeout: callTimeout, cancellation: cancellation,
        onPromptChange: { isPrompting in
          // The lock prevents an abandonment between the check and the call.
          outcome.isAbandoned.withLock { if !$0 { onPromptChange(isPrompting) } }
        })
      let result = Result { () throws(KeyringError) in try request(client) }
      outcome.result.withLock { $0 = result }
      cancellation.wakeup.signal()
    }
    guard let thread else { throw .noThread }
    pthread_detach(thread)
    return try wait(for: outcome).get()
  }

  private func wait<Reply>(for outcome: Outcome<Reply>) -> Result<Reply, KeyringError> {
    while cancellation.reason == nil {
      if !cancellation.wakeup.wait(atMost: busPollInterval) { cancellation.cancelIfBusClosed() }
      if let result = outcome.result.withLock({ $0 }) { return result }
    }
    repeat {
      if let result = outcome.result.withLock({ $0 }) { return result }
    } while cancellation.wakeup.wait(atMost: cancellationGracePeriod)
    outcome.isAbandoned.withLock { $0 = true }
    return .failure(cancellation.reason ?? .cancelled)
  }
}
