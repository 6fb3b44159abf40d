import Glibc

/// Lets this process run before all others whenever it has something to do, so that what it
/// observes is not stamped late (`sched(7)`); children do not inherit it.
///
/// - Returns: Whether that was allowed; where it is not, times are less sharp and all else works.
@discardableResult
public func observeInRealTime() -> Bool {
  // Without SCHED_FIFO the kernel rounds sleeps up by this; Swift has no variadic prctl.
  _ = try? write("1", toFile: "/proc/self/timerslack_ns")
  var parameters = sched_param(sched_priority: 10)
  // SCHED_RESET_ON_FORK, which glibc declares for _GNU_SOURCE alone.
  return sched_setscheduler(0, SCHED_FIFO | 0x4000_0000, &parameters) == 0
}
