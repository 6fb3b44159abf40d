import Motion
import TestSupport

extension SeededGenerator {
  /// Returns any number; extreme numbers are as frequent as all others.
  mutating func anyNumber() -> Double {
    switch Int.random(in: 0...3, using: &self) {
    case 0, 1: extremes.randomElement(using: &self) ?? 0
    case 2: number(in: -1000...1000)
    default: Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &self))
    }
  }

  /// Returns any duration, including negative ones and those beyond the range of a clock.
  mutating func anyDuration() -> Duration {
    switch Int.random(in: 0...4, using: &self) {
    case 0: .zero
    case 1: Duration(attoseconds: Int128(Int64.random(in: Int64.min...Int64.max, using: &self)))
    case 2: Duration(attoseconds: flip() ? .max : .min)
    default: .milliseconds(Int.random(in: 0...2000, using: &self))
    }
  }

  /// Returns any animation, possibly with a delay.
  mutating func anyAnimation() -> Animation { flip() ? anyCurve() : anyCurve().delay(anyDuration()) }

  private mutating func anyCurve() -> Animation {
    let spring = Spring(response: anyNumber(), dampingFraction: anyNumber())
    let curve = TimingCurve(anyNumber(), anyNumber(), anyNumber(), anyNumber())
    return switch Int.random(in: 0...4, using: &self) {
    case 0: .spring(spring, relativeVelocity: anyNumber())
    case 1: .timingCurve(curve, duration: anyDuration())
    case 2: .decay(Decay(decelerationRate: anyNumber()))
    default: .spring(spring)
    }
  }

  /// Returns any instant, near or as far away as possible.
  mutating func anyInstant() -> Instant {
    flip()
      ? Instant(nanoseconds: Int64.random(in: -1_000_000_000...3_000_000_000, using: &self))
      : [.distantPast, .zero, .distantFuture, Instant(nanoseconds: 1 << 60)]
        .randomElement(using: &self) ?? .zero
  }
}
