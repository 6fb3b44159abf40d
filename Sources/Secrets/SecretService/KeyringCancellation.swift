import Synchronization
import System

/// The cancellation of a call from another thread (`GCancellable`).
final class KeyringCancellation {
  let object: LibSecret.GObject?
  /// Signaled when the call is cancelled or has finished.
  let wakeup = Semaphore()
  private let library: LibSecret
  /// A function that returns whether the bus of the open prompt has closed. `nil` if no prompt is
  /// open.
  private let isBusClosed = Mutex<(@Sendable () -> Bool)?>(nil)
  private let firstReason = Mutex<KeyringError?>(nil)

  init(_ library: LibSecret) {
    self.library = library
    object = library.makeCancellable()
  }

  deinit { library.freeObject(object) }

  /// The reason of the first cancellation, or `nil` if the call was not cancelled.
  var reason: KeyringError? { firstReason.withLock { $0 } }

  /// Sets the function that checks the bus of a prompt.
  ///
  /// - Parameter isBusClosed: Returns whether the bus of the open prompt has closed. `nil` if the
  ///   prompt is closed; the previous function is not called after that.
  func setBusCheck(_ isBusClosed: (@Sendable () -> Bool)?) { self.isBusClosed.withLock { $0 = isBusClosed } }

  /// Cancels the call if the bus has closed while a prompt is open. No event reports this.
  func cancelIfBusClosed() {
    if isBusClosed.withLock({ $0?() ?? false }) { cancel(because: .connectionLost) }
  }

  func cancel(because reason: KeyringError = .cancelled) {
    let isFirst = firstReason.withLock { first in
      defer { first = first ?? reason }
      return first == nil
    }
    // Another signal would restart the grace period of the waiting thread.
    guard isFirst else { return }
    library.cancel(object)
    wakeup.signal()
  }
}

/// The object is passed only to functions that any thread may call.
extension KeyringCancellation: @unchecked Sendable {}
