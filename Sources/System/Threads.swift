public import Glibc

/// Runs a closure on a new thread.
///
/// - Returns: The thread, which the caller must join or detach. If the system cannot create a
///   thread, `nil`; then the closure is not called.
public func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  let box = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { box in
      guard let box else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  if status != 0 { box.release() }
  return status == 0 ? thread : nil
}

/// A closure as an object, which can be passed to a C function.
private final class ThreadBody {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A value that another thread computes while the current thread continues.
///
/// The end of a future waits for the thread, which may use what its owner then changes or frees.
public struct Future<Value>: ~Copyable {
  private let work: Work<Value>
  /// `nil` if no thread could be started.
  private let thread: JoinedThread?

  /// Starts the computation.
  ///
  /// - Parameter make: Computes the value on the other thread.
  public init(_ make: @escaping @Sendable () -> sending Value) {
    let work = Work(make)
    self.work = work
    thread = startThread { work.run() }.map(JoinedThread.init)
  }

  /// Waits for the value. Computes it on the calling thread if no thread could be started.
  public consuming func value() -> Value {
    thread?.join()
    return work.value ?? work.make()
  }
}

/// A thread that has ended when this object is deallocated.
private final class JoinedThread {
  private var thread: pthread_t?

  init(_ thread: pthread_t) { self.thread = thread }

  deinit { join() }

  func join() { if let thread = thread.take() { pthread_join(thread, nil) } }
}

/// The state that the thread shares with the future. The future reads it only after the thread has
/// ended.
private final class Work<Value>: @unchecked Sendable {
  let make: @Sendable () -> sending Value
  private(set) var value: Value?

  init(_ make: @escaping @Sendable () -> sending Value) { self.make = make }

  func run() { value = make() }
}
