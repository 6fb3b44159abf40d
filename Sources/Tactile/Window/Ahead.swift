import Glibc

/// A value that another thread makes while this one goes on with something else.
struct Ahead<Value>: ~Copyable {
  private let work: Work<Value>
  /// `nil` where the system gave no thread.
  private let thread: pthread_t?

  /// Begins to make it.
  ///
  /// - Parameter make: Runs on the other thread, and shares nothing with this one that changes.
  init(_ make: @escaping @Sendable () -> Value) {
    work = Work(make)
    thread = work.start()
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

  /// - Returns: `nil` where the system gives no thread.
  func start() -> pthread_t? {
    let job = Unmanaged.passRetained(Job { self.run() })
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { job in
        guard let job else { return nil }
        Unmanaged<Job>.fromOpaque(job).takeRetainedValue().run()
        return nil
      }, job.toOpaque())
    if status != 0 { job.release() }
    return status == 0 ? thread : nil
  }
}

/// Work of whatever kind, which a C function can be handed.
private final class Job {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}
