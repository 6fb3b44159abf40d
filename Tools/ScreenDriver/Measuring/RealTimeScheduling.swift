import Glibc

/// Gives this process real-time priority over all others, so that its observations are not delayed
/// (`sched(7)`). Children do not inherit it.
///
/// - Returns: Whether that was permitted. If not, times are less precise and everything else works.
@discardableResult public func enableRealTimeScheduling() -> Bool {
  // Without SCHED_FIFO the kernel rounds sleeps up by this amount. Swift has no variadic prctl.
  _ = try? write("1", toFile: "/proc/self/timerslack_ns")
  var parameters = sched_param(sched_priority: 10)
  // SCHED_RESET_ON_FORK, which glibc declares only for _GNU_SOURCE.
  return sched_setscheduler(0, SCHED_FIFO | 0x4000_0000, &parameters) == 0
}
