public import Glibc

/// Runs a closure on a new thread.
///
/// - Returns: The thread, which the caller must join or detach. If the system cannot create a
///   thread, `nil`; then the closure is not called.
public func startThread(_ body: @escaping () -> Void) -> pthread_t? {
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
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
