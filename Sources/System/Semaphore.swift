import CProcess
import Glibc

/// A POSIX counting semaphore.
public final class Semaphore {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Creates a semaphore with the count 0.
  public init() {
    // `sem_init` fails only for an unsupported count or unsupported sharing between processes;
    // neither applies.
    let status = sem_init(semaphore, 0, 0)
    precondition(status == 0, "sem_init failed with error \(errno)")
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Increments the count and wakes one waiting thread.
  public func signal() { sem_post(semaphore) }

  /// Waits until the count is positive and decrements it.
  public func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }

  /// Waits until the count is positive and decrements it, for at most `timeout`.
  ///
  /// - Returns: Whether the count was decremented. `false` means that the time has elapsed.
  public func wait(atMost timeout: Duration) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0 { if errno != EINTR { return false } }
    return true
  }
}

/// The semaphore of the system supports several threads, and its address never changes.
extension Semaphore: @unchecked Sendable {}
