public import Glibc

/// Begins to do something on a thread of its own.
///
/// - Returns: The thread, which the caller joins or detaches; `nil` where the system gave none, and
///   nothing was done.
public func startThread(_ body: @escaping () -> Void) -> pthread_t? {
  let job = Unmanaged.passRetained(Job(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { job in
      guard let job else { return nil }
      Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
      return nil
    }, job.toOpaque())
  if status != 0 { job.release() }
  return status == 0 ? thread : nil
}

/// What a C function can be handed.
private final class Job {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
