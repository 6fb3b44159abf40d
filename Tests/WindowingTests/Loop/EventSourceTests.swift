import Glibc
import Motion
import Testing

@testable import Windowing

@Suite struct `Event sources` {
  @Test func `call the body of a watch that is due without a descriptor, until it is not`() {
    let sources = EventSources()
    var (isDue, count) = (false, 0)
    let target = { (Int32(-1), Int16(0), isDue) }
    let registration = sources.watch(target) {
      count += 1
      isDue = count < 3
    }
    #expect(sources.deadline == nil)
    isDue = true
    for _ in 1...9 where sources.deadline == .distantPast {
      _ = sources.wait(for: [(-1, 0), (-1, 0), (-1, 0), (-1, 0)], until: sources.deadline)
      sources.performReadyWatches()
    }
    #expect(count == 3 && sources.deadline == nil)
    registration.cancel()
    isDue = true
    #expect(sources.deadline == nil)
  }
}
