import Synchronization
import Threads

/// By what a call is given up from another thread (`GCancellable`).
final class KeyringCancellation {
  let object: SecretLibrary.Object?
  /// Told of once it is given up.
  let news = Semaphore()
  private let library: SecretLibrary
  /// Whether the bus has ended by which the person is asked something; `nil` while that is not so.
  private let isClosed = Mutex<(@Sendable () -> Bool)?>(nil)
  private let firstReason = Mutex<KeyringError?>(nil)

  init(_ library: SecretLibrary) {
    self.library = library
    object = library.makeCancellable()
  }

  deinit { library.freeObject(object) }

  /// Why it was given up first; `nil` where it was not.
  var reason: KeyringError? { firstReason.withLock { $0 } }

  /// - Parameter isClosed: Whether the bus has ended, by which the person is asked something from now
  ///   on; `nil` once that is over, and it is not called any more.
  func watch(_ isClosed: (@Sendable () -> Bool)?) { self.isClosed.withLock { $0 = isClosed } }

  /// Gives it up where the bus has ended while the person is asked something: nothing tells of that.
  func cancelWhereClosed() {
    if isClosed.withLock({ $0?() ?? false }) { cancel(because: .gone) }
  }

  func cancel(because reason: KeyringError = .givenUp) {
    let isFirst = firstReason.withLock { first in
      defer { first = first ?? reason }
      return first == nil
    }
    // Who waits for an end would begin to wait anew.
    guard isFirst else { return }
    library.cancel(object)
    news.signal()
  }
}

/// It only hands its object to functions that any thread may call.
extension KeyringCancellation: @unchecked Sendable {}
