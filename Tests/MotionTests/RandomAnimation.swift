import Motion
import TestSupport

/// Returns the instant a number of seconds after the origin of the clock, rounded to a nanosecond.
func instant(_ seconds: Double) -> Instant {
  Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
}

/// A value of two numbers that move independently.
struct Point: Animatable, Equatable {
  var components: SIMD2<Double>

  init(components: SIMD2<Double>) { self.components = components }
  init(_ x: Double, _ y: Double) { components = SIMD2(x, y) }
}

extension SeededGenerator {
  mutating func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func flip() -> Bool { Bool.random(using: &self) }

  mutating func point(within limit: Double) -> Point {
    Point(number(in: -limit...limit), number(in: -limit...limit))
  }

  mutating func spring() -> Spring {
    Spring(response: number(in: 0.05...1), dampingFraction: number(in: 0.1...2))
  }
}
