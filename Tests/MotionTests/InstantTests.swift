import Motion
import TestSupport
import Testing

@Suite struct `Instant arithmetic` {
  @Test func `adds and subtracts whole nanoseconds exactly`() {
    let instant = Instant(nanoseconds: 1_000_000_007)
    #expect(instant + .nanoseconds(3) == Instant(nanoseconds: 1_000_000_010))
    #expect(instant - .seconds(1) == Instant(nanoseconds: 7))
    #expect(instant.duration(to: .zero) == .nanoseconds(-1_000_000_007))
    #expect(Instant(nanoseconds: 1_500_000_000).seconds(since: .zero) == 1.5)
  }

  @Test func `rounds a sum down to a nanosecond`() {
    let halfNanosecond = Duration(attoseconds: 500_000_000)
    #expect(Instant.zero + halfNanosecond == .zero)
    #expect(Instant.zero - halfNanosecond == Instant(nanoseconds: -1))
    #expect(Instant.zero + .nanoseconds(-1) == Instant(nanoseconds: -1))
  }

  @Test(arguments: [Int128.min, -1 << 100, 1 << 100, .max])
  func `saturates instead of trapping`(attoseconds: Int128) {
    let duration = Duration(attoseconds: attoseconds)
    let (later, earlier) =
      attoseconds > 0
      ? (Instant.distantFuture, Instant.distantPast) : (.distantPast, .distantFuture)
    #expect(Instant.zero + duration == later)
    #expect(Instant.zero - duration == earlier)
  }

  @Test func `saturates at both ends of time`() {
    #expect(Instant.distantFuture + .nanoseconds(1) == .distantFuture)
    #expect(Instant.distantPast - .nanoseconds(1) == .distantPast)
    #expect(Instant.distantPast.duration(to: .distantFuture) == .nanoseconds(Int64.max))
    #expect(Instant.distantFuture.duration(to: .distantPast) == .nanoseconds(Int64.min))
    #expect(Instant.distantFuture.seconds(since: .distantPast).isFinite)
  }
}

@Suite struct `Duration in seconds` {
  @Test(arguments: [(Duration.milliseconds(400), 0.4), (.nanoseconds(-1), -1e-9), (.zero, 0)])
  func `is the nearest floating-point number`(duration: Duration, seconds: Double) {
    #expect(duration.inSeconds == seconds)
  }

  @Test(arguments: 0..<64) func `is the quotient of the attoseconds, for all magnitudes and signs`(shift: Int)
  {
    var generator = SeededGenerator(seed: shift)
    for _ in 0..<20 {
      let attoseconds = Int128(Int64.random(in: .min ... .max, using: &generator)) << shift
      #expect(Duration(attoseconds: attoseconds).inSeconds == Double(attoseconds) / 1e18)
    }
  }
}
