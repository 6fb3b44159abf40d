import Motion
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `The server's clock` {
  private func instant(milliseconds: Double) -> Instant {
    Instant(nanoseconds: Int64(milliseconds * 1e6))
  }

  @Test func `places the first event where it was received`() {
    var clock = ServerClock()
    let received = instant(milliseconds: 900)
    let first = clock.instant(of: 5, receivedAt: received)
    #expect(first == received)
  }

  @Test func `keeps the server's distances, however late events arrive`() {
    var clock = ServerClock()
    let press = clock.instant(of: 1000, receivedAt: instant(milliseconds: 50))
    let release = clock.instant(of: 1200, receivedAt: instant(milliseconds: 290))
    #expect(abs(press.duration(to: release).inSeconds - 0.2) < 0.0003)
  }

  @Test func `has one instant for one timestamp, however much later its next event comes`() {
    var clock = ServerClock()
    // So that there is a delay from which it learns.
    _ = clock.instant(of: 1000, receivedAt: instant(milliseconds: 50))
    _ = clock.instant(of: 1100, receivedAt: instant(milliseconds: 170))
    let first = clock.instant(of: 1200, receivedAt: instant(milliseconds: 290))
    let second = clock.instant(of: 1200, receivedAt: instant(milliseconds: 291))
    #expect(first == second)
  }

  @Test func `goes on across its wrap after 49.7 days`() {
    var clock = ServerClock()
    let before = clock.instant(of: UInt(UInt32.max) - 9, receivedAt: instant(milliseconds: 100))
    let after = clock.instant(of: 10, receivedAt: instant(milliseconds: 120))
    #expect(before.duration(to: after) == .milliseconds(20))
  }

  @Test func `is right again after more than 24 days of silence`() {
    var clock = ServerClock()
    _ = clock.instant(of: 0, receivedAt: instant(milliseconds: 0))
    let days = 30.0 * 86_400_000
    let received = instant(milliseconds: days)
    let back = clock.instant(of: UInt(days), receivedAt: received)
    #expect(back == received)
    let next = clock.instant(of: UInt(days) + 300, receivedAt: instant(milliseconds: days + 300))
    #expect(received.duration(to: next) == .milliseconds(300))
  }

  @Test func `is right again after it was set`() {
    var clock = ServerClock()
    _ = clock.instant(of: 3_600_000, receivedAt: instant(milliseconds: 0))
    let received = instant(milliseconds: 1000)
    let anew = clock.instant(of: 0, receivedAt: received)
    #expect(anew == received)
  }

  @Test func `keeps up with a server whose clock is slow`() {
    var clock = ServerClock()
    var lag = Duration.zero
    for second in 0..<10_000 {
      let received = instant(milliseconds: Double(second) * 1000)
      let slow = UInt(Double(second) * 1000 * 0.9999)
      lag = clock.instant(of: slow, receivedAt: received).duration(to: received)
    }
    #expect(lag < .milliseconds(2))
  }

  @Test(arguments: 0..<50)
  func `never goes back and never runs ahead of the receipt`(seed: Int) {
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
