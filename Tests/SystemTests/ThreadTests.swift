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

@Suite struct `Job with an input` {
  /// A value that signals its release.
  private struct Input: ~Copyable, Sendable {
    let release: System.Semaphore

    deinit { release.signal() }
  }

  @Test func `releases the input before the result is available`() {
    let release = System.Semaphore()
    let work: @Sendable (consuming Input) -> Int = { input in
      _ = consume input
      return 1
    }
    let job = Job(Input(release: release), work, onEnd: {})
    job.wait()
    #expect(job.result == 1 && release.wait(atMost: .zero))
  }
}
