import Glibc
import Threads

/// A value that another thread makes while this one goes on with something else.
struct Future<Value>: ~Copyable {
  private let work: Work<Value>
  /// `nil` where the system gave no thread.
  private let thread: pthread_t?

  /// Begins to make it.
  ///
  /// - Parameter make: Runs on the other thread, and shares nothing with this one that changes.
  init(_ make: @escaping @Sendable () -> Value) {
    let work = Work(make)
    self.work = work
    thread = startThread { work.run() }
  }

  /// Waits until it is made; makes it here where the system gave no thread.
  consuming func value() -> Value {
    if let thread { pthread_join(thread, nil) }
    return work.value ?? work.make()
  }
}

/// What the thread holds on to.
private final class Work<Value> {
  let make: @Sendable () -> Value
  private(set) var value: Value?

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  func run() { value = make() }
}
