import Motion
import TestSupport
import Testing

private let spring = Spring(response: 0.25, dampingFraction: 0.59)
private let second = Animation.timing(.linear, duration: .seconds(1))

/// A value on its way from 0 to 300 since time 0, the end of which is waited for.
private func awaited(_ animation: Animation) -> Animated<Double> {
  var value = Animated(0.0, threshold: 0.5)
  value.animate(to: 300, at: .zero, with: animation)
  value.awaitCompletion()
  return value
}

@Suite struct `The completion of a motion` {
  @Test func `is told when a spring seems to have arrived and when it has settled`() {
    var value = awaited(.spring(spring))
    #expect(value.completions(until: instant(0.249999999)) == [])
    #expect(value.completions(until: instant(0.25)) == [.logical])
    #expect(value.completions(until: instant(0.39)) == [])
    #expect(value.completions(until: instant(0.4)) == [.removed])
    #expect(value.completions(until: instant(9)) == [])
  }

  @Test(
    arguments: [
      (second, 1), (second.delay(.seconds(2)), 3), (second.speed(0.5), 2),
      (second.delay(.seconds(1)).repeated(3), 6),
    ] as [(Animation, Double)])
  func `is told at the end of a curve, delays and rounds included`(
    animation: Animation, end: Double
  ) {
    var value = awaited(animation)
    #expect(value.completions(until: instant(end) - .nanoseconds(1)) == [])
    #expect(value.completions(until: instant(end)) == [.logical, .removed])
  }

  @Test func `of a spring is mapped by delay, speed and rounds`() {
    let settling = Int64(
      (spring.settlingTime(from: .init(displacement: -300, velocity: 0), threshold: 0.5) * 1e9)
        .rounded(.up))
    var value = awaited(.spring(spring).delay(.seconds(1)).speed(0.5).repeated(3))
    // Two rounds of twice a second and the settling, then a wait and a response.
    let logical = Instant(nanoseconds: 3 * 2_000_000_000 + 4 * settling + 500_000_000)
    #expect(value.completions(until: logical - .nanoseconds(1)) == [])
    #expect(value.completions(until: logical) == [.logical])
    #expect(value.completions(until: instant(20)) == [.removed])
  }

  @Test func `is told once, though nobody looked in between`() {
    var value = awaited(.spring(spring))
    #expect(value.completions(until: instant(3)) == [.logical, .removed])
    #expect(value.completions(until: instant(4)) == [])
  }

  @Test func `is told as an interruption where something else took over`() {
    var value = awaited(.spring(spring))
    value.animate(to: 0, at: instant(0.3), with: second)
    #expect(value.completions(until: instant(0.31)) == [.logical, .interrupted])
    #expect(value.completions(until: instant(9)) == [])
    for time in [nil, instant(0.1)] {
      var value = awaited(.spring(spring))
      value.set(7, at: time)
      #expect(value.completions(until: instant(9)) == [.interrupted])
    }
  }

  @Test func `is told as an end where that was before something else took over`() {
    var value = awaited(second)
    value.set(7, at: instant(1))
    #expect(value.completions(until: instant(1)) == [.logical, .removed])
    var other = awaited(second)
    other.animate(to: 8, at: instant(5), with: second)
    other.awaitCompletion()
    other.coast(at: instant(5.5), with: .normal)
    #expect(other.completions(until: instant(6)) == [.logical, .removed, .interrupted])
  }

  @Test func `is told at once where a motion leads nowhere`() {
    var value = Animated(3.0, threshold: 0.5)
    value.animate(to: 4, at: .zero, with: nil)
    value.awaitCompletion()
    #expect(value.completions(until: .zero) == [.logical, .removed])
  }

  @Test func `never comes of what never ends`() {
    var value = awaited(second.repeatedForever())
    #expect(value.completions(until: .distantFuture) == [])
    value.animate(to: 0, at: instant(2.5), with: second)
    #expect(value.completions(until: .distantFuture) == [.interrupted])
  }

  @Test func `waits for what an additive animation was added to`() {
    let slow = Animation.spring(Spring(response: 1, dampingFraction: 1))
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: slow)
    // Of two, each goes on until it is within half the threshold.
    var alone = Animated(0.0, threshold: 0.25)
    alone.animate(to: 300, at: .zero, with: slow)
    alone.awaitCompletion()
    value.animate(to: 301, at: instant(0.1), with: .spring(spring).additive())
    value.awaitCompletion()
    #expect(value.completions(until: instant(0.35)) == [.logical])
    let frames = (22...300).map { instant(Double($0) / 60) }
    let end = frames.first { !value.completions(until: $0).isEmpty }
    #expect(end == frames.first { alone.completions(until: $0).contains(.removed) })
  }

  @Test(arguments: 0..<200)
  func `is one end for every motion, whatever happens`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var value = Animated(0.0, threshold: 0.5)
    var (now, begun, told) = (Instant.zero, 0, [Completion]())
    for _ in 0..<50 {
      now = now + .milliseconds(Int.random(in: 0...400, using: &generator))
      switch Int.random(in: 0...5, using: &generator) {
      case 0: value.set(0, at: generator.isSo() ? now : nil)
      case 1: value.skip(at: now)
      case 2: told += value.completions(until: now)
      case 3: value.coast(at: now, with: .fast, velocity: 1000)
      default:
        let animation = generator.curve().delay(.milliseconds(generator.isSo() ? 100 : 0))
        value.animate(
          to: generator.number(in: -300...300), at: now,
          with: generator.isSo() ? animation.additive() : animation)
        value.awaitCompletion()
        begun += 1
      }
    }
    told += value.completions(until: now + .seconds(1000))
    #expect(told.filter { $0 != .logical }.count == begun)
    #expect(!zip(told, told.dropFirst()).contains { $0 == .logical && $1 == .logical })
  }
}

@Suite struct `A motion that is skipped` {
  @Test(arguments: 1...6)
  func `is where its rounds would have left it, delays included`(count: Int) {
    var value = awaited(second.delay(.seconds(5)).repeated(count).delay(.seconds(9)))
    value.skip(at: instant(2))
    #expect(value.value(at: instant(2)) == (count.isMultiple(of: 2) ? 0 : 300))
    #expect(value.velocity(at: instant(2)) == 0)
    #expect(value.nextChange(after: instant(2)) == nil)
    #expect(value.completions(until: instant(2)) == [.logical, .removed])
  }

  @Test func `is at its target where it would go on for ever`() {
    var value = awaited(second.repeatedForever())
    value.skip(at: instant(7.5))
    #expect(value.value(at: instant(7.5)) == 300)
    #expect(value.nextChange(after: .distantFuture) == nil)
    #expect(value.completions(until: instant(8)) == [.logical, .removed])
  }

  @Test func `takes along what it was added to`() {
    var value = awaited(.spring(spring))
    value.animate(to: 400, at: instant(0.1), with: .spring(spring).additive())
    value.skip(at: instant(0.15))
    #expect(value.value(at: instant(0.15)) == 400)
    #expect(value.nextChange(after: instant(0.15)) == nil)
  }

  @Test func `is what it was before, and is not skipped again once it has ended`() {
    var value = awaited(second)
    value.skip(at: instant(0.5))
    #expect(value.value(at: instant(0.25)) == 75)
    var ended = awaited(second)
    ended.skip(at: instant(3))
    #expect(ended.completions(until: instant(1)) == [.logical, .removed])
  }
}
