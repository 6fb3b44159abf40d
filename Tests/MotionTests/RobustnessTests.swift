import Motion
import TestSupport
import Testing

@Suite struct `Animated value with arbitrary parameters` {
  // A hundred times six hundred configurations.
  @Test(arguments: seeds(100))
  func `is never NaN, ends, and does not change before the reported next change`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var value = Animated(generator.number(in: -500...500), threshold: generator.anyNumber())
      var now = generator.anyInstant()
      for _ in 0..<4 {
        let target = generator.anyNumber()
        value.animate(
          to: target.isNaN ? 1 : target, at: now, with: generator.anyAnimation(),
          velocity: generator.flip() ? generator.anyNumber() : nil)
        if let violation = violation(of: value, &generator) { Issue.record("\(violation) in \(value)") }
        now = generator.flip() ? generator.anyInstant() : now + .milliseconds(70)
      }
    }
  }

  private func violation(of value: Animated<Double>, _ generator: inout SeededGenerator) -> String? {
    let now = generator.anyInstant()
    let position = value.value(at: now)
    if position.isNaN || value.velocity(at: now).isNaN { return "NaN at \(now)" }
    if value.nextChange(after: .distantFuture) != nil { return "never ends" }
    guard let next = value.nextChange(after: now) else {
      return value.value(at: .distantFuture) == position ? nil : "change after the last one at \(now)"
    }
    if next < now { return "next change is in the past at \(now)" }
    guard next > now else { return nil }
    let times = [
      next - .nanoseconds(1), now + now.duration(to: next) / 2, now + now.duration(to: next) / 7,
    ]
    return times.allSatisfy { value.value(at: $0) == position } ? nil : "change before \(next)"
  }
}
