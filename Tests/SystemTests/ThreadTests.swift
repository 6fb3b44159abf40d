import Glibc
import Synchronization
import System
import Testing

@Suite struct `Future value` {
  private final class Flag: Sendable { let isSet = Mutex(false) }

  /// The owner may then change the environment, which the other thread reads.
  @Test func `is computed before the future has ended, also if no code waits for it`() {
    let flag = Flag()
    do {
      _ = Future {
        for _ in 0..<1000 { sched_yield() }
        flag.isSet.withLock { $0 = true }
      }
    }
    #expect(flag.isSet.withLock { $0 })
  }
}
