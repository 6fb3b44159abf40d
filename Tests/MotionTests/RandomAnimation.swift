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

  /// Returns a spring, a curve or a decay, without modifiers.
  mutating func curve() -> Animation {
    switch Int.random(in: 0...5, using: &self) {
    case 0: .easeInOut(duration: .milliseconds(Int.random(in: 0...900, using: &self)))
    case 1: .decay(Decay(decelerationRate: number(in: 0.95...0.999)))
    case 2: .spring(spring(), relativeVelocity: number(in: -5...5))
    case 3: .spring(spring(), blendDuration: .milliseconds(Int.random(in: -10...500, using: &self)))
    default: .spring(spring())
    }
  }
}
