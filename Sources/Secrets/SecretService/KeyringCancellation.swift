import Synchronization
import Threads

/// By what a call is given up from another thread (`GCancellable`).
final class KeyringCancellation {
  let object: SecretLibrary.Object?
  /// Told of whenever it is given up.
  let news = Semaphore()
  private let library: SecretLibrary
  private let firstReason = Mutex<KeyringError?>(nil)

  init(_ library: SecretLibrary) {
    self.library = library
    object = library.makeCancellable()
  }

  deinit { library.freeObject(object) }

  /// Why it was given up first; `nil` where it was not.
  var reason: KeyringError? { firstReason.withLock { $0 } }

  func cancel(because reason: KeyringError = .givenUp) {
    firstReason.withLock { $0 = $0 ?? reason }
    library.cancel(object)
    news.signal()
  }
}

/// It only hands its object to functions that any thread may call.
extension KeyringCancellation: @unchecked Sendable {}
