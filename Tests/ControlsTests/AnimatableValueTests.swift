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
    #expect(half(from: Size.zero, to: Size(width: 8, height: 6)) == Size(width: 4, height: 3))
    #expect(
      half(from: Rect.zero, to: Rect(x: 2, y: 4, width: 6, height: 8))
        == Rect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test func `clamps a rectangle to size zero and keeps its velocity`() {
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

@Suite struct `Animated color` {
  private func half(from start: Color, to end: Color) -> Color {
    var color = Animated(start, threshold: Environment.opacityThreshold)
    color.animate(to: end, at: .zero, with: fade)
    return color.value(at: .zero + .milliseconds(500))
  }

  @Test func `interpolates in linear light: halfway from black to white is sRGB 188`() {
    let gray = half(from: .black, to: .white)
    #expect(abs(gray.red - 0.735356983052449) <= 1e-14)
    #expect(gray.red == gray.green && gray.green == gray.blue)
    #expect((gray.red * 255).rounded() == 188)
  }

  @Test func `keeps its hue while it becomes transparent`() {
    let red = Color(hex: 0xFF3B30)
    let clear = Color(red: 0, green: 0, blue: 1, alpha: 0)
    let faint = half(from: red, to: clear)
    #expect(faint.alpha == 0.5)
    #expect(abs(faint.red - red.red) <= 1e-14 && abs(faint.blue - red.blue) <= 1e-14)
  }

  @Test(arguments: seeds(50))
  func `survives a round trip through its components with an error below 10⁻¹⁴`(seed: Int) {
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

  @Test func `ends exactly at its target and stays in gamut when a spring overshoots`() {
    let (start, end) = (Color(hex: 0xFF3B30), Color(hex: 0x34C759))
    var color = Animated(start, threshold: Environment.opacityThreshold)
    color.animate(
      to: end, at: .zero, with: .spring(response: 0.3, dampingFraction: 0.1))
    for step in 0..<1000 {
      let value = color.value(at: .zero + .milliseconds(10 * step))
      let isColor = [value.red, value.green, value.blue, value.alpha].allSatisfy((0...1).contains)
      if !isColor { Issue.record("\(value)") }
    }
    #expect(color.value(at: .zero + .seconds(10)) == end)
  }

  @Test func `clamps arbitrary components to valid colors`() {
    for number in [Double.nan, .infinity, -.infinity, -1, 2] {
      let color = Color(components: SIMD4(number, number, number, number))
      #expect([color.red, color.alpha].allSatisfy { (0...1).contains($0) })
    }
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
