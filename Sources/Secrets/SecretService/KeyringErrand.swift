import Glibc
import Synchronization
import Threads

/// What the desktop's keyring is asked on a thread of its own, which is left to itself where the library
/// does not heed that it is given up.
///
/// A call has no end in two cases, and no cancellation reaches it. Where the keyring ends while it asks
/// the person something, libsecret 0.20 ends its task by an error that is none, which GLib refuses. Where
/// it is given up while the person is asked, libsecret has the keyring take that back, and the answer is
/// told in the `GMainContext` of the thread that has given up, which nobody iterates. Such a call leaves
/// behind, until the process ends, its thread, the one of its watchdog with a `timerfd`, and a filter of
/// messages.
struct KeyringErrand: Sendable {
  let library: SecretLibrary
  let cancellation: KeyringCancellation
  let patience: Duration
  /// How long whoever is given up has to say so.
  let farewell: Duration
  /// How often it is seen to it that the bus is there by which the person is asked something.
  let glance: Duration
  let prompting: @Sendable (Bool) -> Void

  /// - Parameter prompting: Called on any thread, with whether the keyring asks the person something now.
  init(
    _ library: SecretLibrary, patience: Duration = KeyringCall.patience,
    farewell: Duration = .seconds(1), glance: Duration = .seconds(1),
    prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    (self.library, self.patience, self.farewell) = (library, patience, farewell)
    (self.glance, self.prompting) = (glance, prompting)
    cancellation = KeyringCancellation(library)
  }

  /// What the thread comes back with.
  private final class Outcome<Answer: Sendable>: Sendable {
    let result = Mutex<Result<Answer, KeyringError>?>(nil)
    /// Whether nobody waits for it any more.
    let isLost = Mutex(false)
  }

  /// Asks, and waits for the answer.
  ///
  /// - Parameter ask: Called on another thread; may have no end after this one.
  /// - Throws: What `ask` does; `noThread`; why it was given up, where nothing came of that.
  func answer<Answer: Sendable>(
    _ ask: @escaping @Sendable (borrowing KeyringCall) throws(KeyringError) -> Answer
  ) throws(KeyringError) -> Answer {
    let outcome = Outcome<Answer>()
    let thread = startThread {
      let call = KeyringCall(
        library, patience: patience, cancellation: cancellation,
        prompting: { isPrompting in
          // Nobody gives up waiting between the look and the call.
          outcome.isLost.withLock { if !$0 { prompting(isPrompting) } }
        })
      let result = Result { () throws(KeyringError) in try ask(call) }
      outcome.result.withLock { $0 = result }
      cancellation.news.signal()
    }
    guard let thread else { throw .noThread }
    pthread_detach(thread)
    return try wait(for: outcome).get()
  }

  private func wait<Answer>(for outcome: Outcome<Answer>) -> Result<Answer, KeyringError> {
    while cancellation.reason == nil {
      if !cancellation.news.wait(atMost: glance) { cancellation.cancelWhereClosed() }
      if let result = outcome.result.withLock({ $0 }) { return result }
    }
    repeat {
      if let result = outcome.result.withLock({ $0 }) { return result }
    } while cancellation.news.wait(atMost: farewell)
    outcome.isLost.withLock { $0 = true }
    return .failure(cancellation.reason ?? .givenUp)
  }
}
