import Motion
import TestSupport
import Testing

/// A reference model of delays, speeds and repetitions: the definition of each modifier around
/// another animation, without precomputed values.
private indirect enum Model {
  case curve(Int64)
  case delay(Int64, Model)
  /// The speed in thousandths.
  case speed(Int64, Model)
  case repetitions(Int64, autoreverses: Bool, Model)

  /// The animation of the model, with a linear curve.
  var animation: Animation {
    switch self {
    case .curve(let duration): .linear(duration: .nanoseconds(duration))
    case .delay(let wait, let inner): inner.animation.delay(.nanoseconds(wait))
    case .speed(let thousandths, let inner):
      inner.animation.speed(Double(thousandths) / 1000)
    case .repetitions(let count, let autoreverses, let inner):
      inner.animation.repeatCount(Int(count), autoreverses: autoreverses)
    }
  }

  var length: Int64 {
    switch self {
    case .curve(let duration): duration
    case .delay(let wait, let inner): wait + inner.length
    case .speed(let thousandths, let inner):
      (inner.length * 1000 + thousandths - 1) / thousandths
    case .repetitions(let count, _, let inner): count * inner.length
    }
  }

  /// The value after the end, from 0 to 1.
  var end: Double {
    switch self {
    case .curve: 1
    case .delay(_, let inner), .speed(_, let inner): inner.end
    case .repetitions(let count, let autoreverses, let inner):
      autoreverses && count.isMultiple(of: 2) ? 0 : inner.end
    }
  }

  /// Returns the value at a time, from 0 to 1.
  ///
  /// - Parameter time: At least 0 and less than `length`.
  func value(at time: Int64, isReversed: Bool = false) -> Double {
    switch self {
    case .curve(let duration):
      return Double(isReversed ? duration - time : time) / Double(duration)
    case .delay(let wait, let inner):
      guard time >= wait else { return isReversed ? inner.end : 0 }
      return inner.value(at: time - wait, isReversed: isReversed)
    case .speed(let thousandths, let inner):
      return inner.value(at: time * thousandths / 1000, isReversed: isReversed)
    case .repetitions(let count, let autoreverses, let inner):
      let round = time / inner.length
      let index = isReversed ? count - 1 - round : round
      let isFlipped = autoreverses && index % 2 == 1
      return inner.value(at: time % inner.length, isReversed: isReversed != isFlipped)
    }
  }

  static func random(depth: Int, _ generator: inout SeededGenerator) -> Model {
    guard depth > 0 else { return .curve(Int64.random(in: 1...60, using: &generator)) }
    let inner = random(depth: depth - 1, &generator)
    switch Int.random(in: 0...2, using: &generator) {
    case 0: return .delay(Int64.random(in: 1...50, using: &generator), inner)
    case 1: return .speed(Int64.random(in: 100...4000, using: &generator), inner)
    default:
      return .repetitions(
        Int64.random(in: 2...4, using: &generator), autoreverses: generator.flip(), inner)
    }
  }
}

/// Returns a value that is animated from 0 to 1 from time 0 on.
private func moving(by animation: Animation) -> Animated<Double> {
  var value = Animated(0.0, threshold: 0.001)
  value.animate(to: 1, at: .zero, with: animation)
  return value
}

@Suite struct `Animation modifiers` {
  @Test(arguments: seeds(300))
  func `match their definitions in any order and nesting`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let model = Model.random(depth: Int.random(in: 1...5, using: &generator), &generator)
    let value = moving(by: model.animation)
    let length = model.length
    #expect(value.nextChange(after: Instant(nanoseconds: length)) == nil)
    #expect(value.nextChange(after: Instant(nanoseconds: length - 1)) != nil)
    #expect(value.value(at: Instant(nanoseconds: length)) == model.end)
    for _ in 0..<300 {
      let time = Int64.random(in: 0..<length, using: &generator)
      let (actual, truth) = (value.value(at: Instant(nanoseconds: time)), model.value(at: time))
      if abs(actual - truth) > 1e-15 { Issue.record("\(actual), not \(truth), at \(time) ns") }
    }
  }

  @Test(arguments: seeds(100))
  func `report their next change to the nanosecond`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let model = Model.random(depth: Int.random(in: 1...4, using: &generator), &generator)
    let value = moving(by: model.animation)
    for _ in 0..<100 {
      let time = Int64.random(in: 0..<model.length, using: &generator)
      guard let next = value.nextChange(after: Instant(nanoseconds: time))?.nanoseconds else {
        Issue.record("no next change at \(time) ns")
        continue
      }
      let positions = Set((time..<max(time + 1, next)).map { model.value(at: $0) })
      if positions.count != 1 { Issue.record("changes within \(time)…\(next) ns") }
    }
  }

  @Test func `scale delays inside a speed but not those around it`() {
    let second = Animation.linear(duration: .seconds(1))
    let faster = moving(by: second.delay(.seconds(2)).speed(2))
    #expect(faster.nextChange(after: .zero) == instant(1))
    #expect(faster.value(at: instant(1.25)) == 0.5)
    #expect(faster.velocity(at: instant(1.25)) == 2)
    let waiting = moving(by: second.speed(2).delay(.seconds(2)))
    #expect(waiting.nextChange(after: .zero) == instant(2))
    #expect(waiting.nextChange(after: instant(2.5)) == nil)
  }

  @Test func `autoreverse by default`() {
    let second = Animation.linear(duration: .seconds(1))
    #expect(second.repeatCount(3) == second.repeatCount(3, autoreverses: true))
    #expect(second.repeatForever() == second.repeatForever(autoreverses: true))
  }

  @Test func `name the same animations as SwiftUI`() {
    let second = Duration.seconds(1)
    let curves: [(Animation, TimingCurve)] = [
      (.linear(duration: second), .linear), (.easeIn(duration: second), .easeIn),
      (.easeOut(duration: second), .easeOut), (.easeInOut(duration: second), .easeInOut),
      (.timingCurve(0.1, 0.2, 0.3, 0.4, duration: second), TimingCurve(0.1, 0.2, 0.3, 0.4)),
    ]
    for (animation, curve) in curves {
      #expect(animation == .timingCurve(curve, duration: second))
    }
    let springs: [(Animation, Spring)] = [
      (.spring(response: 0.3, dampingFraction: 0.7), Spring(response: 0.3, dampingFraction: 0.7)),
      (.spring(duration: 0.4, bounce: 0.2), Spring(duration: 0.4, bounce: 0.2)),
      (.smooth, Spring(duration: 0.5, bounce: 0)), (.snappy, Spring(duration: 0.5, bounce: 0.15)),
      (.bouncy, Spring(duration: 0.5, bounce: 0.3)),
    ]
    for (animation, spring) in springs { #expect(animation == .spring(spring)) }
    let blended = Animation.spring(response: 0.3, dampingFraction: 0.7, blendDuration: second)
    let spring = Spring(response: 0.3, dampingFraction: 0.7)
    #expect(blended == .spring(spring, blendDuration: second))
  }

  @Test(arguments: [(Double.nan, 1.0), (0, 0.001), (-5, 0.001), (.infinity, 1e6), (0.3, 0.3)])
  func `clamp a speed outside its range`(speed: Double, counted: Double) {
    let second = Animation.linear(duration: .seconds(1))
    #expect(second.speed(speed) == second.speed(counted))
    let end = instant((1 / counted * 1e9).rounded(.up) / 1e9)
    #expect(moving(by: second.speed(speed)).nextChange(after: end) == nil)
    #expect(moving(by: second.speed(speed)).nextChange(after: end - .nanoseconds(1)) != nil)
  }

  @Test func `have the same position after a billion cycles at any speed`() {
    let round = Animation.timingCurve(.ease, duration: .milliseconds(300)).delay(.milliseconds(200))
    let value = moving(by: round.speed(1.25).repeatForever().delay(.milliseconds(70)))
    let cycle = Int64(800_000_000)
    for step in Int64(0)..<200 {
      let early = Instant(nanoseconds: 70_000_000 + step * 4_999_999)
      let late = Instant(nanoseconds: early.nanoseconds + 1_000_000_000 * cycle)
      #expect(value.value(at: late) == value.value(at: early))
      #expect(value.velocity(at: late) == value.velocity(at: early))
    }
    // A speed around all repetitions has no drift either: 1.25 times a cycle of a second.
    let faster = moving(by: round.repeatForever().speed(1.25))
    for step in Int64(0)..<200 {
      let early = Instant(nanoseconds: step * 3_999_992)
      let late = Instant(nanoseconds: early.nanoseconds + 1_000_000_000 * cycle)
      #expect(faster.value(at: late) == faster.value(at: early))
    }
  }

  @Test func `request one wakeup for consecutive delays`() {
    let second = Animation.linear(duration: .seconds(1))
    let value = moving(
      by: second.delay(.seconds(1)).speed(0.5).delay(.seconds(1)).repeatCount(2).delay(.seconds(1)))
    #expect(value.nextChange(after: .zero) == instant(4))
    // The way back has the same delay at its own beginning.
    #expect(value.nextChange(after: instant(6)) == instant(9))
    #expect(value.value(at: instant(8)) == 1)
  }
}
