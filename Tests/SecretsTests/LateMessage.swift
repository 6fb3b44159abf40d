import Glibc
import Synchronization
import Testing
import Threads

/// A message that a filter begins to look at on a thread of its own, and reads only when a test says so.
enum LateMessage {
  /// The thread that is held up.
  private static let thread = Mutex<pthread_t?>(nil)
  private static let (hasBegun, mayGoOn) = (Semaphore(), Semaphore())

  /// Shows it to a filter, and goes on once that looks at it.
  static func begin(_ show: @escaping @Sendable () -> Void) {
    let begun = startThread {
      thread.withLock { $0 = pthread_self() }
      show()
    }
    precondition(begun != nil, "there is no thread")
    hasBegun.wait()
  }

  /// Holds up the thread that has begun to look.
  static func hold() {
    guard thread.withLock({ $0.map { pthread_equal($0, pthread_self()) != 0 } }) == true else {
      return
    }
    hasBegun.signal()
    mayGoOn.wait()
  }

  /// Lets the filter go on, and waits until it is done.
  static func end() throws {
    mayGoOn.signal()
    pthread_join(try #require(thread.withLock { $0.take() }), nil)
  }
}
