import Glibc
import Threads

/// A value that another thread computes while the current thread continues.
struct Future<Value>: ~Copyable {
  private let work: Work<Value>
  /// `nil` if no thread could be started.
  private let thread: pthread_t?

  /// Starts the computation.
  ///
  /// - Parameter make: Computes the value on the other thread. It must not share mutable state with
  ///   the current thread.
  init(_ make: @escaping @Sendable () -> Value) {
    let work = Work(make)
    self.work = work
    thread = startThread { work.run() }
  }

  /// Waits for the value. Computes it on the calling thread if no thread could be started.
  consuming func value() -> Value {
    if let thread { pthread_join(thread, nil) }
    return work.value ?? work.make()
  }
}

/// The state that the thread shares with the future.
private final class Work<Value> {
  let make: @Sendable () -> Value
  private(set) var value: Value?

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  func run() { value = make() }
}
