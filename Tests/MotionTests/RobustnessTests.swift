import Motion
import TestSupport
import Testing

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
