import Glibc
import Synchronization
import System
import Testing

/// A message that a filter begins to inspect on a separate thread and reads only when the test
/// continues.
enum LateMessage {
  /// The thread that is blocked.
  private static let thread = Mutex<pthread_t?>(nil)
  private static let (hasBegun, mayContinue) = (Semaphore(), Semaphore())

  /// Passes the message to a filter on a new thread, and returns when the filter begins to inspect
  /// it.
  static func begin(_ show: @escaping @Sendable () -> Void) {
    let begun = startThread {
      thread.withLock { $0 = pthread_self() }
      show()
    }
    precondition(begun != nil, "cannot start a thread")
    hasBegun.wait()
  }

  /// Blocks the thread that has begun to inspect the message.
  static func hold() {
    guard thread.withLock({ $0.map { pthread_equal($0, pthread_self()) != 0 } }) == true else {
      return
    }
    hasBegun.signal()
    mayContinue.wait()
  }

  /// Lets the filter continue and waits until it has finished.
  static func end() throws {
    mayContinue.signal()
    pthread_join(try #require(thread.withLock { $0.take() }), nil)
  }
}
