import Controls
import Motion
import Scene
import TestSupport
import Testing

private let fade = Animation.timing(.linear, duration: .seconds(1))

@Suite struct `A value that can move` {
  private func half<Value: Animatable>(from start: Value, to end: Value) -> Value {
    var value = Animated(start, threshold: 0.001)
    value.animate(to: end, at: .zero, with: fade)
    return value.value(at: .zero + .milliseconds(500))
  }

  @Test func `moves in each of its numbers`() {
    #expect(half(from: Point(x: 0, y: 10), to: Point(x: 10, y: 0)) == Point(x: 5, y: 5))
    #expect(half(from: Vector(dx: 0, dy: 10), to: .zero) == Vector(dx: 0, dy: 5))
    #expect(half(from: Size.zero, to: Size(width: 8, height: 6)) == Size(width: 4, height: 3))
    #expect(
      half(from: Rect.zero, to: Rect(x: 2, y: 4, width: 6, height: 8))
        == Rect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test func `that is a rectangle keeps its velocity where it would be smaller than nothing`() {
    var frame = Animated(Rect(x: 0, y: 0, width: 100, height: 100), threshold: 0.5)
    let spring = Spring(response: 0.3, dampingFraction: 0.2)
    frame.animate(to: .zero, at: .zero, with: .spring(spring))
    let now = Instant.zero + .milliseconds(120)
    let velocity = frame.componentVelocity(at: now)
    #expect(frame.value(at: now).width == 0)
    #expect(velocity.z < -100)
    frame.animate(to: Rect(x: 0, y: 0, width: 50, height: 50), at: now, with: .spring(spring))
    #expect(frame.componentVelocity(at: now) == velocity)
  }
}

@Suite struct `A colour that moves` {
  private func half(from start: Color, to end: Color) -> Color {
    var color = Animated(start, thresholds: Color.animationThresholds)
    color.animate(to: end, at: .zero, with: fade)
    return color.value(at: .zero + .milliseconds(500))
  }

  @Test func `mixes light, so that half-way from black to white is sRGB 188`() {
    let grey = half(from: .black, to: .white)
    #expect(abs(grey.red - 0.735356983052449) <= 1e-14)
    #expect(grey.red == grey.green && grey.green == grey.blue)
    #expect((grey.red * 255).rounded() == 188)
  }

  @Test func `keeps its hue while it becomes transparent`() {
    let red = Color(hex: 0xFF3B30)
    let clear = Color(red: 0, green: 0, blue: 1, alpha: 0)
    let faint = half(from: red, to: clear)
    #expect(faint.alpha == 0.5)
    #expect(abs(faint.red - red.red) <= 1e-14 && abs(faint.blue - red.blue) <= 1e-14)
  }

  @Test(arguments: 0..<50)
  func `is itself again from its components, to a part in 10¹⁴`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func number() -> Double { Double.random(in: 0...1, using: &generator) }
    let color = Color(red: number(), green: number(), blue: number(), alpha: 0.01 + 0.99 * number())
    let back = Color(components: color.components)
    let differences = [
      back.red - color.red, back.green - color.green, back.blue - color.blue,
      back.alpha - color.alpha,
    ]
    #expect(differences.allSatisfy { abs($0) <= 1e-14 })
  }

  @Test func `is exactly what it was sent to, and stays a colour where a spring overshoots`() {
    let (start, end) = (Color(hex: 0xFF3B30), Color(hex: 0x34C759))
    var color = Animated(start, thresholds: Color.animationThresholds)
    color.animate(
      to: end, at: .zero, with: .spring(Spring(response: 0.3, dampingFraction: 0.1)))
    for step in 0..<1000 {
      let shown = color.value(at: .zero + .milliseconds(10 * step))
      let isColor = [shown.red, shown.green, shown.blue, shown.alpha].allSatisfy((0...1).contains)
      if !isColor { Issue.record("\(shown)") }
    }
    #expect(color.value(at: .zero + .seconds(10)) == end)
  }

  @Test func `sent elsewhere keeps its place and its velocity, though it is none of a vector`() {
    var color = Animated(Color.white, thresholds: Color.animationThresholds)
    let spring = Animation.spring(Spring(response: 0.3, dampingFraction: 0.5))
    color.animate(to: Color(hex: 0xFF3B30), at: .zero, with: spring)
    let now = Instant.zero + .milliseconds(70)
    let (shown, velocity) = (color.value(at: now), color.componentVelocity(at: now))
    color.animate(to: .black, at: now, with: spring)
    #expect(color.value(at: now) == shown)
    #expect(color.componentVelocity(at: now) == velocity)
  }

  @Test func `is none but a colour of any numbers`() {
    for number in [Double.nan, .infinity, -.infinity, -1, 2] {
      let color = Color(components: SIMD4(number, number, number, number))
      #expect([color.red, color.alpha].allSatisfy { (0...1).contains($0) })
    }
  }
}

@Suite struct `A person who asked for less motion` {
  private func environment(reducesMotion: Bool) -> Environment {
    Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)
  }

  @Test func `sees things at once, preserved fades, and what was put in the place of motion`() {
    let calm = environment(reducesMotion: true)
    let slide = Animation.spring(Spring(response: 0.3, dampingFraction: 0.5)).delay(.seconds(1))
    #expect(calm.motion(slide) == nil)
    #expect(calm.motion(slide.reducedMotion(.skip)) == nil)
    #expect(calm.motion(fade.reducedMotion(.preserve)) == fade.reducedMotion(.preserve))
    #expect(calm.motion(slide.reducedMotion(.replaced(by: fade))) == fade)
    // Modifiers written after it keep the policy.
    #expect(calm.motion(fade.reducedMotion(.preserve).delay(.seconds(1))) != nil)
  }

  @Test func `is the only one who does`() {
    let lively = environment(reducesMotion: false)
    for policy in [ReducedMotion.skip, .preserve, .replaced(by: fade)] {
      let animation = Animation.spring(Spring(response: 0.3, dampingFraction: 0.5))
        .reducedMotion(policy)
      #expect(lively.motion(animation) == animation)
    }
  }
}
