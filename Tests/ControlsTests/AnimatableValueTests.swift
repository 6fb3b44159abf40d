import Controls
import Motion
import Scene
import TestSupport
import Testing

private let fade = Animation.linear(duration: .seconds(1))

@Suite struct `Animatable geometry` {
  private func half<Value: Animatable>(from start: Value, to end: Value) -> Value {
    var value = Animated(start, threshold: 0.001)
    value.animate(to: end, at: .zero, with: fade)
    return value.value(at: .zero + .milliseconds(500))
  }

  @Test func `interpolates each component`() {
    #expect(half(from: Point(x: 0, y: 10), to: Point(x: 10, y: 0)) == Point(x: 5, y: 5))
    #expect(half(from: Vector(dx: 0, dy: 10), to: .zero) == Vector(dx: 0, dy: 5))
  }
}

@Suite struct `Reduced motion` {
  private func environment(reducesMotion: Bool) -> Environment {
    Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)
  }

  @Test func `skips motion and keeps preserved fades`() {
    let reduced = environment(reducesMotion: true)
    let slide = Animation.spring(response: 0.3, dampingFraction: 0.5).delay(.seconds(1))
    #expect(reduced.motion(slide) == nil)
    #expect(reduced.motion(slide.reducedMotion(.skip)) == nil)
    #expect(reduced.motion(fade.reducedMotion(.preserve)) == fade.reducedMotion(.preserve))
    // Later modifiers keep the policy.
    #expect(reduced.motion(fade.reducedMotion(.preserve).delay(.seconds(1))) != nil)
  }

  @Test func `changes no animation unless it is enabled`() {
    let standard = environment(reducesMotion: false)
    for policy in [ReducedMotion.skip, .preserve] {
      let animation = Animation.spring(response: 0.3, dampingFraction: 0.5)
        .reducedMotion(policy)
      #expect(standard.motion(animation) == animation)
    }
  }
}
