import Motion
import Testing

/// The code of the articles of `Motion`.
@Suite struct `Samples about motion` {
  private let spring = Spring(response: 0.25, dampingFraction: 0.59)

  @Test func `a spring gets a new target while it moves`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    var x = Animated(0.0, threshold: 0.5)  // ends within half a pixel of its target
    x.animate(to: 300, at: .zero, with: .spring(spring))
    let later = Instant.zero + .milliseconds(80)
    x.animate(to: 0, at: later, with: .spring(spring))  // keeps position and velocity
    print(x.value(at: later))  // the position at `later`
    print(x.nextChange(after: later) as Any)  // when to draw next: `later` while it moves, `nil` at rest
    #expect(x.nextChange(after: later) == later)
    #expect(x.nextChange(after: later + .seconds(10)) == nil)
  }

  @Test func `each kind of motion ends at its target`() {
    let now = Instant.zero + .seconds(1)
    var x = Animated(0.0, threshold: 0.5)

    x.animate(to: 300, at: now, with: .spring(response: 0.25, dampingFraction: 0.59))
    #expect(x.target == 300)

    x.animate(to: 300, at: now, with: .easeInOut(duration: .milliseconds(200)))
    #expect(x.value(at: now + .milliseconds(200)) == 300)

    x.animate(to: 0, at: now, with: nil)
    x.coast(at: now, with: .normal, velocity: 1000)
    #expect((498...500).contains(x.target))

    let stages = [-8, 8, -4, 0].map { Keyframe.timed($0, over: .milliseconds(60), by: .easeInOut) }
    x.play(KeyframeTrack(from: 0.0, stages), at: now)
    #expect(x.value(at: now + .milliseconds(240)) == 0)
  }

  @Test func `a rubber band is undone by its inverse`() {
    let band = RubberBand(maximumOffset: 60)
    let offset = band.offset(pulledBy: 100)  // less than 60
    let pull = band.pull(for: offset)  // 100 again
    #expect(offset < 60 && abs(pull - 100) < 1e-9)
  }

  @Test func `retargeting keeps the position`() {
    let start = Instant.zero
    var x = Animated(0.0, threshold: 0.01)
    x.animate(to: 1, at: start, with: .spring(spring))
    x.animate(to: 2, at: start + .milliseconds(100), with: .spring(spring))
    #expect(x.target == 2)
  }

  @Test func `a throw has a projected end`() {
    let velocity = 1000.0
    let thrown = Decay.normal.projectedDistance(velocity: velocity)  // in pixels
    #expect((498...500).contains(thrown))
  }
}
