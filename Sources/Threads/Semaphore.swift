import CProcess
import Glibc

/// Something that a thread waits for until another tells of it: POSIX's counting semaphore.
public final class Semaphore {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Creates one that nothing was told to.
  public init() {
    // It fails for a count or for sharing that the system does not have, and this is neither.
    let status = sem_init(semaphore, 0, 0)
    precondition(status == 0, "a semaphore is refused: \(errno)")
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Lets one thread go on, that waits or that will.
  public func signal() { sem_post(semaphore) }

  /// Waits until it is told.
  public func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }

  /// Waits until it is told, no longer than `patience`.
  ///
  /// - Returns: Whether it was.
  public func wait(atMost patience: Duration) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let (seconds, attoseconds) = patience.components
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}

/// The semaphore is the system's, made for several threads; its place never changes.
extension Semaphore: @unchecked Sendable {}
