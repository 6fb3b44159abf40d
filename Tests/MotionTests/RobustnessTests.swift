import Motion
import TestSupport
import Testing

extension SeededGenerator {
  /// Any number, the worst as often as all others.
  fileprivate mutating func anyNumber() -> Double {
    switch Int.random(in: 0...3, using: &self) {
    case 0, 1: extremes.randomElement(using: &self) ?? 0
    case 2: number(in: -1000...1000)
    default: Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &self))
    }
  }

  fileprivate mutating func anyDuration() -> Duration {
    switch Int.random(in: 0...4, using: &self) {
    case 0: .zero
    case 1: Duration(attoseconds: Int128(Int64.random(in: Int64.min...Int64.max, using: &self)))
    case 2: Duration(attoseconds: isSo() ? .max : .min)
    default: .milliseconds(Int.random(in: 0...2000, using: &self))
    }
  }

  fileprivate mutating func anyCurve() -> Animation {
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
  fileprivate mutating func anyAnimation() -> Animation {
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

  fileprivate mutating func anyInstant() -> Instant {
    isSo()
      ? Instant(nanoseconds: Int64.random(in: -1_000_000_000...3_000_000_000, using: &self))
      : [.distantPast, .zero, .distantFuture, Instant(nanoseconds: 1 << 60)]
        .randomElement(using: &self) ?? .zero
  }
}

@Suite struct `An animated value of any parameters` {
  // A hundred by a thousand configurations.
  @Test(arguments: 0..<100)
  func `is never NaN, ends, and tells the truth about its next change`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      var value = Animated(generator.number(in: -500...500), threshold: generator.anyNumber())
      var now = generator.anyInstant()
      for _ in 0..<4 {
        let target = generator.anyNumber()
        value.animate(
          to: target.isNaN ? 1 : target, at: now, with: generator.anyAnimation(),
          velocity: generator.isSo() ? generator.anyNumber() : nil)
        if let fault = fault(of: value, &generator) { Issue.record("\(fault) in \(value)") }
        now = generator.isSo() ? generator.anyInstant() : now + .milliseconds(70)
      }
    }
  }

  private func fault(of value: Animated<Double>, _ generator: inout SeededGenerator) -> String? {
    let now = generator.anyInstant()
    let place = value.value(at: now)
    if place.isNaN || value.velocity(at: now).isNaN { return "NaN at \(now)" }
    if value.nextChange(after: .distantFuture) != nil { return "no end" }
    guard let next = value.nextChange(after: now) else {
      return value.value(at: .distantFuture) == place ? nil : "a change after the last at \(now)"
    }
    if next < now { return "a change in the past at \(now)" }
    guard next > now else { return nil }
    let times = [
      next - .nanoseconds(1), now + now.duration(to: next) / 2, now + now.duration(to: next) / 7,
    ]
    return times.allSatisfy { value.value(at: $0) == place } ? nil : "a change before \(next)"
  }
}
