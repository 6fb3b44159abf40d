import Motion
import TestSupport
import Testing

/// Delays, speeds and repetitions by their definition: what one modifier means around another
/// animation, and nothing worked out in advance.
private indirect enum Model {
  case curve(Int64)
  case delay(Int64, Model)
  /// In thousandths.
  case speed(Int64, Model)
  case rounds(Int64, autoreverses: Bool, Model)

  /// The animation of the model, with a linear curve.
  var animation: Animation {
    switch self {
    case .curve(let duration): .timing(.linear, duration: .nanoseconds(duration))
    case .delay(let wait, let inside): inside.animation.delay(.nanoseconds(wait))
    case .speed(let thousandths, let inside):
      inside.animation.speed(Double(thousandths) / 1000)
    case .rounds(let count, let autoreverses, let inside):
      inside.animation.repeated(Int(count), autoreverses: autoreverses)
    }
  }

  var length: Int64 {
    switch self {
    case .curve(let duration): duration
    case .delay(let wait, let inside): wait + inside.length
    case .speed(let thousandths, let inside):
      (inside.length * 1000 + thousandths - 1) / thousandths
    case .rounds(let count, _, let inside): count * inside.length
    }
  }

  /// Where it leaves the value, from 0 to 1.
  var end: Double {
    switch self {
    case .curve: 1
    case .delay(_, let inside), .speed(_, let inside): inside.end
    case .rounds(let count, let autoreverses, let inside):
      autoreverses && count.isMultiple(of: 2) ? 0 : inside.end
    }
  }

  /// Where the value is, from 0 to 1.
  ///
  /// - Parameter time: Less than the length, and not negative.
  func place(at time: Int64, isReversed: Bool = false) -> Double {
    switch self {
    case .curve(let duration):
      return Double(isReversed ? duration - time : time) / Double(duration)
    case .delay(let wait, let inside):
      guard time >= wait else { return isReversed ? inside.end : 0 }
      return inside.place(at: time - wait, isReversed: isReversed)
    case .speed(let thousandths, let inside):
      return inside.place(at: time * thousandths / 1000, isReversed: isReversed)
    case .rounds(let count, let autoreverses, let inside):
      let round = time / inside.length
      let index = isReversed ? count - 1 - round : round
      let isTurned = autoreverses && index % 2 == 1
      return inside.place(at: time % inside.length, isReversed: isReversed != isTurned)
    }
  }

  static func random(depth: Int, _ generator: inout SeededGenerator) -> Model {
    guard depth > 0 else { return .curve(Int64.random(in: 1...60, using: &generator)) }
    let inside = random(depth: depth - 1, &generator)
    switch Int.random(in: 0...2, using: &generator) {
    case 0: return .delay(Int64.random(in: 1...50, using: &generator), inside)
    case 1: return .speed(Int64.random(in: 100...4000, using: &generator), inside)
    default:
      return .rounds(
        Int64.random(in: 2...4, using: &generator), autoreverses: generator.isSo(), inside)
    }
  }
}

/// A value on its way from 0 to 1 since time 0.
private func moving(by animation: Animation) -> Animated<Double> {
  var value = Animated(0.0, threshold: 0.001)
  value.animate(to: 1, at: .zero, with: animation)
  return value
}

@Suite struct `Delays, speeds and repetitions` {
  @Test(arguments: 0..<300)
  func `mean what each of them means, in any order and nesting`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let model = Model.random(depth: Int.random(in: 1...5, using: &generator), &generator)
    let value = moving(by: model.animation)
    let length = model.length
    #expect(value.nextChange(after: Instant(nanoseconds: length)) == nil)
    #expect(value.nextChange(after: Instant(nanoseconds: length - 1)) != nil)
    #expect(value.value(at: Instant(nanoseconds: length)) == model.end)
    for _ in 0..<300 {
      let time = Int64.random(in: 0..<length, using: &generator)
      let (place, wanted) = (value.value(at: Instant(nanoseconds: time)), model.place(at: time))
      if abs(place - wanted) > 1e-15 { Issue.record("\(place), not \(wanted), at \(time) ns") }
    }
  }

  @Test(arguments: 0..<100)
  func `tell when they move on, to the nanosecond`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let model = Model.random(depth: Int.random(in: 1...4, using: &generator), &generator)
    let value = moving(by: model.animation)
    for _ in 0..<100 {
      let time = Int64.random(in: 0..<model.length, using: &generator)
      guard let next = value.nextChange(after: Instant(nanoseconds: time))?.nanoseconds else {
        Issue.record("is over at \(time) ns")
        continue
      }
      let places = Set((time..<max(time + 1, next)).map { model.place(at: $0) })
      if places.count != 1 { Issue.record("changes between \(time) ns and \(next) ns") }
    }
  }

  @Test func `hasten delays that stand before a speed and not those after it`() {
    let second = Animation.timing(.linear, duration: .seconds(1))
    let hastened = moving(by: second.delay(.seconds(2)).speed(2))
    #expect(hastened.nextChange(after: .zero) == instant(1))
    #expect(hastened.value(at: instant(1.25)) == 0.5)
    #expect(hastened.velocity(at: instant(1.25)) == 2)
    let waiting = moving(by: second.speed(2).delay(.seconds(2)))
    #expect(waiting.nextChange(after: .zero) == instant(2))
    #expect(waiting.nextChange(after: instant(2.5)) == nil)
  }

  @Test func `repeat what is repeated`() {
    let second = Animation.timing(.linear, duration: .seconds(1))
    // Twice (out, back, pause): the second repetition does not replace the first.
    let value = moving(
      by: second.repeated(2).delay(.seconds(1)).repeated(2, autoreverses: false))
    let places = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5].map { value.value(at: instant($0)) }
    #expect(places == [0, 0.5, 0.5, 0, 0.5, 0.5])
    #expect(value.nextChange(after: instant(6)) == nil)
  }

  @Test func `autoreverse unless they are told not to`() {
    let second = Animation.timing(.linear, duration: .seconds(1))
    #expect(second.repeated(3) == second.repeated(3, autoreverses: true))
    #expect(second.repeatedForever() == second.repeatedForever(autoreverses: true))
  }

  @Test(arguments: [(Double.nan, 1.0), (0, 0.001), (-5, 0.001), (.infinity, 1e6), (0.3, 0.3)])
  func `count a speed beyond their range as its end, and end`(speed: Double, counted: Double) {
    let second = Animation.timing(.linear, duration: .seconds(1))
    #expect(second.speed(speed) == second.speed(counted))
    let end = instant((1 / counted * 1e9).rounded(.up) / 1e9)
    #expect(moving(by: second.speed(speed)).nextChange(after: end) == nil)
    #expect(moving(by: second.speed(speed)).nextChange(after: end - .nanoseconds(1)) != nil)
  }

  @Test func `are in the same place after a thousand million cycles of any speed`() {
    let round = Animation.timing(.ease, duration: .milliseconds(300)).delay(.milliseconds(200))
    let value = moving(by: round.speed(1.25).repeatedForever().delay(.milliseconds(70)))
    let cycle = Int64(800_000_000)
    for step in Int64(0)..<200 {
      let early = Instant(nanoseconds: 70_000_000 + step * 4_999_999)
      let late = Instant(nanoseconds: early.nanoseconds + 1_000_000_000 * cycle)
      #expect(value.value(at: late) == value.value(at: early))
      #expect(value.velocity(at: late) == value.velocity(at: early))
    }
    // A speed around all rounds does not drift either: 1.25 times a cycle of a second.
    let hastened = moving(by: round.repeatedForever().speed(1.25))
    for step in Int64(0)..<200 {
      let early = Instant(nanoseconds: step * 3_999_992)
      let late = Instant(nanoseconds: early.nanoseconds + 1_000_000_000 * cycle)
      #expect(hastened.value(at: late) == hastened.value(at: early))
    }
  }

  @Test func `wake their owner once for delays that follow each other`() {
    let second = Animation.timing(.linear, duration: .seconds(1))
    let value = moving(
      by: second.delay(.seconds(1)).speed(0.5).delay(.seconds(1)).repeated(2).delay(.seconds(1)))
    #expect(value.nextChange(after: .zero) == instant(4))
    // The way back waits as long at its own beginning.
    #expect(value.nextChange(after: instant(6)) == instant(9))
    #expect(value.value(at: instant(8)) == 1)
  }
}
