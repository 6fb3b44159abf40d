import Testing

@testable import Motion

@Suite struct `Spring release` {
  private let start = Instant(nanoseconds: 7_000_000_000)
  private let spring = Spring(response: 0.25, dampingFraction: 0.59)

  @Test func `determines the motion that follows`() throws {
    var value = Animated(3.0, threshold: 0.5)
    value.animate(to: 90, at: start, with: .spring(spring), velocity: -400)
    let middle = start + .milliseconds(100)
    #expect(
      value.release(at: middle)
        == SpringRelease(instant: start, from: 3, to: 90, velocity: -400, spring: spring))
    let state = spring.state(
      from: Spring.State(displacement: 3 - 90, velocity: -400), after: 0.1)
    #expect(abs(value.value(at: middle) - 90 - state.displacement) < 1e-9)
  }

  @Test func `is that of the latest animation, which continues the previous one`() throws {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 100, at: start, with: .spring(spring))
    let retargetTime = start + .milliseconds(80)
    let (position, velocity) = (value.value(at: retargetTime), value.velocity(at: retargetTime))
    value.animate(to: 0, at: retargetTime, with: .spring(spring))
    let release = try #require(value.release(at: retargetTime))
    #expect(release.instant == retargetTime && release.from == position && release.velocity == velocity)
  }

  @Test func `is nil at rest, during a delay, and without a spring`() {
    var value = Animated(0.0, threshold: 0.5)
    #expect(value.release(at: start) == nil)
    value.animate(to: 100, at: start, with: .spring(spring).delay(.milliseconds(100)))
    #expect(value.release(at: start + .milliseconds(50)) == nil)
    #expect(value.release(at: start + .milliseconds(150))?.instant == start + .milliseconds(100))
    #expect(value.release(at: start + .seconds(9)) == nil)
    value.animate(to: 50, at: start + .seconds(9), with: .linear(duration: .seconds(1)))
    #expect(value.release(at: start + .milliseconds(9500)) == nil)
  }
}
