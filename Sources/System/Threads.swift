public import Glibc
import Synchronization

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

/// Work on a thread of its own, which owns the object until the work has ended.
public final class Job<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let end = Semaphore()

  /// Starts the work. If the system provides no thread, performs it in this call.
  ///
  /// - Parameter onEnd: Called on the same thread when the result is available.
  public init(_ work: @escaping @Sendable () -> Value, onEnd: @escaping @Sendable () -> Void = {}) {
    let run: @Sendable () -> Void = { [self] in
      let result = work()
      value.withLock { $0 = result }
      end.signal()
      onEnd()
    }
    if let thread = startThread(run) { pthread_detach(thread) } else { run() }
  }

  /// Starts work with a value, which the job releases before its result is available.
  ///
  /// - Parameters:
  ///   - work: Called once.
  ///   - onEnd: Called on the other thread when the result is available.
  public convenience init<Input: ~Copyable & Sendable>(
    _ input: consuming Input, _ work: @escaping @Sendable (consuming Input) -> Value,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let box = Mutex<Input?>(input)
    self.init(
      {
        guard let input = box.withLock({ $0.take() }) else { preconditionFailure("a job runs once") }
        return work(input)
      }, onEnd: onEnd)
  }

  /// The result. `nil` until the work has ended, and after it was taken.
  public var result: Value? { value.withLock { $0 } }

  /// Returns the result once.
  public func takeResult() -> Value? { value.withLock { $0.take() } }

  /// Waits until the work has ended, but at most for `timeout`.
  ///
  /// - Returns: Whether it has ended.
  @discardableResult public func wait(atMost timeout: Duration? = nil) -> Bool {
    if let timeout, !end.wait(atMost: timeout) { return false }
    if timeout == nil { end.wait() }
    // For further calls.
    end.signal()
    return true
  }
}

/// A value that another thread computes while the current thread continues.
///
/// The end of a future waits for the computation, which may use what its owner then changes or frees.
public struct Future<Value>: ~Copyable {
  private let job: Job<Transfer>

  /// The value, which only the thread that computes it and then the owner of the future use.
  private struct Transfer: @unchecked Sendable { let value: Value }

  /// Starts the computation.
  ///
  /// - Parameter make: Computes the value on the other thread.
  public init(_ make: @escaping @Sendable () -> sending Value) { job = Job { Transfer(value: make()) } }

  deinit { job.wait() }

  /// The value, for which the first use waits.
  public var value: Value {
    job.wait()
    guard let result = job.result else { preconditionFailure("a job that has ended has a result") }
    return result.value
  }
}
