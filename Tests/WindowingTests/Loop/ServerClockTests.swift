import Motion
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Server clock` {
  private func instant(milliseconds: Double) -> Instant {
    Instant(nanoseconds: Int64(milliseconds * 1e6))
  }

  @Test func `assigns the time of receipt to the first event of another machine`() {
    var clock = ServerClock()
    let received = instant(milliseconds: 90_000)
    let first = clock.instant(of: 5, receivedAt: received)
    #expect(first == received)
  }

  @Test func `keeps the intervals of the same machine although the first event arrives late`() {
    var clock = ServerClock()
    let press = clock.instant(of: 1000, receivedAt: instant(milliseconds: 1190))
    let release = clock.instant(of: 1200, receivedAt: instant(milliseconds: 1201))
    #expect(press == instant(milliseconds: 1000))
    #expect(press.duration(to: release) == .milliseconds(200))
  }

  @Test func `knows the shortest delay over a slow connection`() {
    var clock = ServerClock()
    for (time, received) in [(1000, 1400.0), (1500, 1650), (2000, 2400)] as [(UInt, Double)] {
      _ = clock.instant(of: time, receivedAt: instant(milliseconds: received))
    }
    #expect(clock.delay == .milliseconds(150))
  }

  @Test func `keeps the server's intervals although events arrive late`() {
    var clock = ServerClock()
    let press = clock.instant(of: 1000, receivedAt: instant(milliseconds: 50))
    let release = clock.instant(of: 1200, receivedAt: instant(milliseconds: 290))
    #expect(abs(press.duration(to: release).inSeconds - 0.2) < 0.0003)
  }

  @Test func `returns equal instants for equal timestamps received at different times`() {
    var clock = ServerClock()
    // The delay between the two lets the clock learn the offset.
    _ = clock.instant(of: 1000, receivedAt: instant(milliseconds: 50))
    _ = clock.instant(of: 1100, receivedAt: instant(milliseconds: 170))
    let first = clock.instant(of: 1200, receivedAt: instant(milliseconds: 290))
    let second = clock.instant(of: 1200, receivedAt: instant(milliseconds: 291))
    #expect(first == second)
  }

  @Test func `continues across the wrap after 49.7 days`() {
    var clock = ServerClock()
    let before = clock.instant(of: UInt(UInt32.max) - 9, receivedAt: instant(milliseconds: 100))
    let after = clock.instant(of: 10, receivedAt: instant(milliseconds: 120))
    #expect(before.duration(to: after) == .milliseconds(20))
  }

  @Test(arguments: [0x7FFF_FFFF, 0x8000_0000] as [UInt])
  func `continues after any number of implausible timestamps`(step: UInt) {
    var clock = ServerClock()
    for index in 0..<9000 as Range<UInt> {
      let received = instant(milliseconds: Double(index))
      let result = clock.instant(of: index &* step, receivedAt: received)
      #expect(result <= received && result.duration(to: received) <= .seconds(10))
    }
  }

  @Test func `recovers after more than 24 days without events`() {
    var clock = ServerClock()
    _ = clock.instant(of: 0, receivedAt: instant(milliseconds: 0))
    let days = 30.0 * 86_400_000
    let received = instant(milliseconds: days)
    let result = clock.instant(of: UInt(days), receivedAt: received)
    #expect(result == received)
    let next = clock.instant(of: UInt(days) + 300, receivedAt: instant(milliseconds: days + 300))
    #expect(received.duration(to: next) == .milliseconds(300))
  }

  @Test func `recovers after the clock of the server is set`() {
    var clock = ServerClock()
    _ = clock.instant(of: 3_600_000, receivedAt: instant(milliseconds: 0))
    let received = instant(milliseconds: 1000)
    let result = clock.instant(of: 0, receivedAt: received)
    #expect(result == received)
  }

  @Test func `follows a slow clock of the server`() {
    var clock = ServerClock()
    var lag = Duration.zero
    for second in 0..<10_000 {
      let received = instant(milliseconds: 100_000 + Double(second) * 1000)
      let slow = UInt(Double(second) * 1000 * 0.9999)
      lag = clock.instant(of: slow, receivedAt: received).duration(to: received)
    }
    #expect(lag < .milliseconds(2))
  }

  @Test(arguments: seeds(50))
  func `is monotonic and never after the receipt`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var clock = ServerClock()
    var (time, received, last) = (UInt32.random(in: 0 ... .max, using: &random), 0.0, 0.0)
    var latest = Instant.distantPast
    for _ in 0..<200 {
      let step = Int.random(in: -3...2000, using: &random)
      time = time &+ UInt32(truncatingIfNeeded: step)
      last += Double(step)
      received = max(received, last + Double.random(in: 0...400, using: &random))
      let receipt = instant(milliseconds: received)
      let result = clock.instant(of: UInt(time), receivedAt: receipt)
      #expect(result >= latest && result <= receipt)
      latest = result
    }
  }
}
