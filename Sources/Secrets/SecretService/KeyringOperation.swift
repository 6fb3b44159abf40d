import CSecret
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
/// An abandoned call leaves its thread and a message filter until the process exits.
struct KeyringOperation: Sendable {
  let library: LibSecret
  let item: KeyringClient.Item
  let cancellation: KeyringCancellation
  /// The time that a cancelled call may take to return its own error.
  let cancellationGracePeriod: Duration
  /// The interval between checks of the timeout and, while a prompt is open, of the bus.
  let pollInterval: Duration
  let onPromptChange: @Sendable (Bool) -> Void

  /// The default maximum time of a call without the time of prompts. It is as long as D-Bus waits
  /// for a single reply (25 s by [dbus_connection_send_with_reply][1] and by
  /// [g_dbus_connection_call][2]). During this time, a keyring that is not running is started.
  ///
  /// [1]: https://dbus.freedesktop.org/doc/api/html/group__DBusConnection.html
  /// [2]: https://docs.gtk.org/gio/method.DBusConnection.call.html
  static let defaultTimeout = Duration.seconds(25)

  /// - Parameters:
  ///   - callTimeout: The maximum time, from the start of a call and again from the end of a
  ///     prompt.
  ///   - onPromptChange: Called on an arbitrary thread when a keyring prompt appears (`true`) or
  ///     closes (`false`).
  init(
    _ library: LibSecret, item: KeyringClient.Item = .passwordHash,
    callTimeout: Duration = Self.defaultTimeout,
    cancellationGracePeriod: Duration = .seconds(1), pollInterval: Duration = .seconds(1),
    onPromptChange: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    (self.library, self.item) = (library, item)
    self.cancellationGracePeriod = cancellationGracePeriod
    (self.pollInterval, self.onPromptChange) = (min(pollInterval, callTimeout), onPromptChange)
    cancellation = KeyringCancellation(library, after: callTimeout)
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
        library, item: item, cancellation: cancellation,
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
      let hasElapsed = !cancellation.wakeup.wait(atMost: pollInterval)
      if let result = outcome.result.withLock({ $0 }) { return result }
      if hasElapsed { cancellation.advance(by: pollInterval) }
    }
    repeat {
      if let result = outcome.result.withLock({ $0 }) { return result }
    } while cancellation.wakeup.wait(atMost: cancellationGracePeriod)
    outcome.isAbandoned.withLock { $0 = true }
    return .failure(cancellation.reason ?? .cancelled)
  }
}

/// The cancellation of a call from another thread (`GCancellable`).
final class KeyringCancellation {
  let object: LibSecret.GObject?
  /// Signaled when the call is cancelled or has finished.
  let wakeup = Semaphore()
  private let library: LibSecret
  private let timeout: Duration
  private let state = Mutex(State())

  private struct State {
    /// The reason of the first cancellation.
    var reason: KeyringError?
    /// The time since the start of the call, and again since the end of a prompt.
    var elapsedTime = Duration.zero
    /// A function that returns whether the bus of the open prompt has closed. `nil` if no prompt is
    /// open.
    var isBusClosed: (@Sendable () -> Bool)?
  }

  /// - Parameter timeout: The maximum time of the call without the time of prompts.
  init(_ library: LibSecret, after timeout: Duration = KeyringOperation.defaultTimeout) {
    (self.library, self.timeout) = (library, timeout)
    object = library.makeCancellable()
  }

  deinit { library.freeObject(object) }

  /// The reason of the first cancellation, or `nil` if the call was not cancelled.
  var reason: KeyringError? { state.withLock { $0.reason } }

  /// Sets the function that checks the bus of a prompt, and restarts the timeout.
  ///
  /// - Parameter isBusClosed: Returns whether the bus of the open prompt has closed. `nil` if the
  ///   prompt is closed; the previous function is not called after that.
  func setBusCheck(_ isBusClosed: (@Sendable () -> Bool)?) {
    state.withLock { ($0.isBusClosed, $0.elapsedTime) = (isBusClosed, .zero) }
  }

  /// Lets time pass. Cancels the call after its timeout, which a prompt pauses. Cancels it if the
  /// bus has closed while a prompt is open, which no event reports.
  func advance(by duration: Duration) {
    let reason: KeyringError? = state.withLock { state in
      if let isBusClosed = state.isBusClosed { return isBusClosed() ? .connectionLost : nil }
      state.elapsedTime += duration
      return state.elapsedTime >= timeout ? .timedOut : nil
    }
    if let reason { cancel(because: reason) }
  }

  func cancel(because reason: KeyringError = .cancelled) {
    let isFirst = state.withLock { state in
      defer { state.reason = state.reason ?? reason }
      return state.reason == nil
    }
    // Another signal would restart the grace period of the waiting thread.
    guard isFirst else { return }
    library.cancel(object)
    wakeup.signal()
  }
}

/// The object is passed only to functions that any thread may call.
extension KeyringCancellation: @unchecked Sendable {}
