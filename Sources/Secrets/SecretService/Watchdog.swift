import CProcess
import Glibc
import Synchronization
import System

/// A watchdog timer that calls a function once after a timeout. A thread sleeps until then.
final class Watchdog: Sendable {
  private let timer: Timer
  private let timeout: Duration
  private let thread: pthread_t

  /// Starts the timeout.
  ///
  /// - Parameters:
  ///   - timer: A timer that is not shared, or `nil` if the system provides none.
  ///   - timeout: The timeout, more than zero.
  ///   - onExpiry: Called at most once, on the thread of the watchdog.
  /// - Returns: `nil` if the system provides no timer or no thread.
  init?(_ timer: Timer?, after timeout: Duration, _ onExpiry: @escaping @Sendable () -> Void) {
    guard let timer else { return nil }
    timer.set(to: timeout)
    guard let thread = startThread({ if timer.wait() { onExpiry() } }) else { return nil }
    (self.timer, self.timeout, self.thread) = (timer, timeout, thread)
  }

  deinit {
    timer.stop()
    pthread_join(thread, nil)
  }

  /// Stops the timeout until `restart()`.
  func pause() { timer.set(to: nil) }

  /// Restarts the timeout from zero.
  func restart() { timer.set(to: timeout) }
}

extension Watchdog {
  /// The timer, which the thread retains.
  final class Timer: Sendable {
    private enum State { case counting, paused, stopped, expired }

    private let descriptor: CInt
    private let state = Mutex(State.paused)

    /// Creates a paused timer.
    ///
    /// - Returns: `nil` if the system provides none.
    init?() {
      descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Sets the time until expiry, or pauses if it is `nil`. Does nothing after an expiry or a
    /// stop.
    func set(to duration: Duration?) {
      state.withLock { state in
        guard state == .counting || state == .paused else { return }
        state = duration == nil ? .paused : .counting
        arm(duration ?? .zero)
      }
    }

    /// Stops the timer and wakes the waiting thread.
    func stop() {
      state.withLock { state in
        if state != .expired { state = .stopped }
        arm(.nanoseconds(1))
      }
    }

    /// - Returns: Whether the timer expired before it was stopped.
    func wait() -> Bool {
      while true {
        waitForExpiry()
        if let hasExpired = checkExpiry() { return hasExpired }
      }
    }

    /// Waits until the system reports an expiry.
    func waitForExpiry() {
      var count: UInt64 = 0
      while read(descriptor, &count, MemoryLayout.size(ofValue: count)) < 0 && errno == EINTR {}
    }

    /// Checks an expiry that the system has reported, because the timer may have changed since
    /// then.
    ///
    /// - Returns: Whether the timer has expired. `nil` if it was paused or restarted after the
    ///   report.
    func checkExpiry() -> Bool? {
      state.withLock { state in
        if state == .stopped { return false }
        guard state == .counting, !isArmed else { return nil }
        state = .expired
        return true
      }
    }

    /// Whether the timer is running.
    var isArmed: Bool {
      var time = itimerspec()
      timerfd_gettime(descriptor, &time)
      return time.it_value.tv_sec != 0 || time.it_value.tv_nsec != 0
    }

    private func arm(_ duration: Duration) {
      var time = itimerspec()
      let (seconds, attoseconds) = duration.components
      time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      timerfd_settime(descriptor, 0, &time, nil)
    }
  }
}
