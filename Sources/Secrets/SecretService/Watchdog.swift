import CProcess
import Glibc
import Synchronization
import Threads

/// Does something once if too much time goes by: a watchdog timer, with a thread that sleeps until then.
final class Watchdog: Sendable {
  private let timer: Timer
  private let limit: Duration
  private let thread: pthread_t

  /// What the thread holds on to.
  private final class Timer: Sendable {
    let descriptor: CInt
    let isStopped = Atomic(false)

    init?() {
      descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Has it run out after a while; never, where that is nothing.
    func set(to duration: Duration) {
      var time = itimerspec()
      let (seconds, attoseconds) = duration.components
      time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      timerfd_settime(descriptor, 0, &time, nil)
    }

    /// - Returns: Whether it has run out before it was stopped.
    func wait() -> Bool {
      var count: UInt64 = 0
      while read(descriptor, &count, MemoryLayout.size(ofValue: count)) < 0 && errno == EINTR {}
      return !isStopped.load(ordering: .acquiring)
    }
  }

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - limit: More than nothing.
  ///   - expire: Called once at most, on the thread.
  /// - Returns: `nil` where the system gives no timer or no thread.
  init?(after limit: Duration, _ expire: @escaping @Sendable () -> Void) {
    guard let timer = Timer() else { return nil }
    timer.set(to: limit)
    guard let thread = startThread({ if timer.wait() { expire() } }) else { return nil }
    (self.timer, self.limit, self.thread) = (timer, limit, thread)
  }

  deinit {
    timer.isStopped.store(true, ordering: .releasing)
    timer.set(to: .nanoseconds(1))
    pthread_join(thread, nil)
  }

  /// Lets any time go by.
  func pause() { timer.set(to: .zero) }

  /// Counts anew, from nothing.
  func restart() { timer.set(to: limit) }
}
