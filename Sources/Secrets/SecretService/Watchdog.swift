import CProcess
import Glibc
import Synchronization
import Threads

/// Does something once if too much time goes by: a watchdog timer, with a thread that sleeps until then.
final class Watchdog: Sendable {
  private let timer: Timer
  private let limit: Duration
  private let thread: pthread_t

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - timer: Nobody else's; `nil` where the system gives none.
  ///   - limit: More than nothing.
  ///   - expire: Called once at most, on the thread.
  /// - Returns: `nil` where the system gives no timer or no thread.
  init?(_ timer: Timer?, after limit: Duration, _ expire: @escaping @Sendable () -> Void) {
    guard let timer else { return nil }
    timer.set(to: limit)
    guard let thread = startThread({ if timer.wait() { expire() } }) else { return nil }
    (self.timer, self.limit, self.thread) = (timer, limit, thread)
  }

  deinit {
    timer.stop()
    pthread_join(thread, nil)
  }

  /// Lets any time go by.
  func pause() { timer.set(to: nil) }

  /// Counts anew, from nothing.
  func restart() { timer.set(to: limit) }
}

extension Watchdog {
  /// What the thread holds on to.
  final class Timer: Sendable {
    private enum State {
      case counting, paused, stopped, expired
    }

    private let descriptor: CInt
    private let state = Mutex(State.paused)

    /// Creates one that is paused.
    ///
    /// - Returns: `nil` where the system gives none.
    init?() {
      descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Has it run out after a while; `nil`: never. Nothing happens where it has, or was stopped.
    func set(to duration: Duration?) {
      state.withLock { state in
        guard state == .counting || state == .paused else { return }
        state = duration == nil ? .paused : .counting
        arm(duration ?? .zero)
      }
    }

    /// Has whoever waits go on.
    func stop() {
      state.withLock { state in
        if state != .expired { state = .stopped }
        arm(.nanoseconds(1))
      }
    }

    /// - Returns: Whether it has run out before it was stopped.
    func wait() -> Bool {
      while true {
        waitForExpiry()
        if let hasExpired = judgeExpiry() { return hasExpired }
      }
    }

    /// Waits until the system says that it has run out.
    func waitForExpiry() {
      var count: UInt64 = 0
      while read(descriptor, &count, MemoryLayout.size(ofValue: count)) < 0 && errno == EINTR {}
    }

    /// What the system's word comes to, which may be overtaken.
    ///
    /// - Returns: Whether it has run out; `nil` where it was paused, or set anew, since the system said
    ///   so.
    func judgeExpiry() -> Bool? {
      state.withLock { state in
        if state == .stopped { return false }
        guard state == .counting, !isArmed else { return nil }
        state = .expired
        return true
      }
    }

    /// Whether it is still to run out.
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
