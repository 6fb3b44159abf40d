import Motion
import TestSupport

extension SeededGenerator {
  /// Any number, the worst as often as all others.
  mutating func anyNumber() -> Double {
    switch Int.random(in: 0...3, using: &self) {
    case 0, 1: extremes.randomElement(using: &self) ?? 0
    case 2: number(in: -1000...1000)
    default: Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &self))
    }
  }

  /// Any length of time, negative ones and those that no clock can tell as well.
  mutating func anyDuration() -> Duration {
    switch Int.random(in: 0...4, using: &self) {
    case 0: .zero
    case 1: Duration(attoseconds: Int128(Int64.random(in: Int64.min...Int64.max, using: &self)))
    case 2: Duration(attoseconds: isSo() ? .max : .min)
    default: .milliseconds(Int.random(in: 0...2000, using: &self))
    }
  }

  /// Any animation without modifiers.
  mutating func anyCurve() -> Animation {
    let spring = Spring(response: anyNumber(), dampingFraction: anyNumber())
    let curve = TimingCurve(anyNumber(), anyNumber(), anyNumber(), anyNumber())
    return switch Int.random(in: 0...5, using: &self) {
    case 0: .spring(spring, relativeVelocity: anyNumber())
    case 1: .spring(spring, blendDuration: anyDuration())
    case 2: .timing(curve, duration: anyDuration())
    case 3: .decay(Decay(decelerationRate: anyNumber()))
    default: .spring(spring)
    }
  }

  /// Any animation that ends, with up to three modifiers.
  mutating func anyAnimation() -> Animation {
    var animation = anyCurve()
    for _ in 0..<Int.random(in: 0...3, using: &self) {
      switch Int.random(in: 0...3, using: &self) {
      case 0: animation = animation.delay(anyDuration())
      case 1: animation = animation.speed(anyNumber())
      case 2:
        let count = isSo() ? Int.random(in: -1...4, using: &self) : .max
        animation = animation.repeated(count, autoreverses: isSo())
      default: animation = animation.additive()
      }
    }
    return animation
  }

  /// Any moment, near or as far away as there are.
  mutating func anyInstant() -> Instant {
    isSo()
      ? Instant(nanoseconds: Int64.random(in: -1_000_000_000...3_000_000_000, using: &self))
      : [.distantPast, .zero, .distantFuture, Instant(nanoseconds: 1 << 60)]
        .randomElement(using: &self) ?? .zero
  }
}
