import Glibc
import TestSupport
import Testing

@testable import Motion

@Suite struct `Elementary functions` {
  /// Returns the error of the first number in units in the last place of the second.
  private static func ulps(_ value: Double, _ truth: Double) -> Double {
    value == truth ? 0 : abs(value - truth) / truth.ulp
  }

  @Test(arguments: seeds(20))
  func `match the C library to within a few ulps`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let exponent = Double.random(in: -708...709, using: &generator)
      let small = Double.random(in: -1...1, using: &generator)
      for x in [exponent, small, small / 1e9] {
        #expect(Self.ulps(ElementaryFunctions.exp(x), exp(x)) <= 3, "e^\(x)")
      }
      for x in [exp(exponent), exp(small), 1 + small / 1e9] {
        #expect(Self.ulps(ElementaryFunctions.log(x), log(x)) <= 3, "ln \(x)")
      }
      #expect(Self.ulps(ElementaryFunctions.artanh(small), atanh(small)) <= 8, "artanh \(small)")
      let (y, x) = (small * exp(exponent / 2), Double.random(in: -1...1, using: &generator))
      #expect(Self.ulps(ElementaryFunctions.angle(y: y, x: x), atan2(y, x)) <= 2, "\(y), \(x)")
      #expect(Self.ulps(ElementaryFunctions.length(y, x), hypot(y, x)) <= 2, "\(y), \(x)")
    }
  }

  @Test(arguments: seeds(20))
  func `lose no precision for small arguments`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let scale = exp(Double.random(in: -700...0, using: &generator))
      let small = Double.random(in: -0.9...0.9, using: &generator)
      for x in [small, small * scale, small * 1e-10] {
        let result = ElementaryFunctions.oneMinusExp(ofMinus: abs(x))
        #expect(Self.ulps(result, -expm1(-abs(x))) <= 8, "1 − e^−\(abs(x))")
        #expect(Self.ulps(ElementaryFunctions.artanh(x), atanh(x)) <= 8, "artanh \(x)")
      }
      for x in [2 + 2 * small, 100 * abs(small), exp(700 * abs(small))] {
        #expect(Self.ulps(ElementaryFunctions.oneMinusExp(ofMinus: x), -expm1(-x)) <= 8, "1 − e^−\(x)")
      }
    }
  }

  @Test(arguments: seeds(20))
  func `match cosine and sine, and cosh and sinh for negative arguments`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let angle = Double.random(in: 1e-3...1.574, using: &generator)
      let circle = ElementaryFunctions.cosineAndSine(angle * angle)
      #expect(abs(circle.cosine - cos(angle)) <= 3e-16)
      #expect(abs(circle.sine - sin(angle) / angle) <= 3e-16)
      let limited = min(angle, 1)
      let hyperbola = ElementaryFunctions.cosineAndSine(-limited * limited)
      #expect(abs(hyperbola.cosine - cosh(limited)) <= 5e-16)
      #expect(abs(hyperbola.sine - sinh(limited) / limited) <= 5e-16)
    }
    #expect(ElementaryFunctions.cosineAndSine(0) == (1, 1))
  }

  @Test func `have the mathematical limits`() {
    #expect(ElementaryFunctions.exp(0) == 1)
    #expect(ElementaryFunctions.exp(-.infinity) == 0)
    #expect(ElementaryFunctions.exp(-709) == 0)
    #expect(ElementaryFunctions.exp(.infinity) == .infinity)
    #expect(ElementaryFunctions.exp(710) == .infinity)
    #expect(ElementaryFunctions.exp(.nan).isNaN)
    #expect(ElementaryFunctions.log(1) == 0)
    #expect(ElementaryFunctions.log(0) == -.infinity)
    #expect(ElementaryFunctions.log(.infinity) == .infinity)
    #expect(ElementaryFunctions.log(-1).isNaN)
    #expect(ElementaryFunctions.log(.nan).isNaN)
    #expect(Self.ulps(ElementaryFunctions.log(.leastNonzeroMagnitude), -744.4400719213812) <= 1)
    #expect(ElementaryFunctions.oneMinusExp(ofMinus: 0) == 0)
    #expect(ElementaryFunctions.oneMinusExp(ofMinus: .infinity) == 1)
    #expect(ElementaryFunctions.oneMinusExp(ofMinus: .leastNonzeroMagnitude) == .leastNonzeroMagnitude)
    #expect(ElementaryFunctions.artanh(1) == .infinity)
    #expect(ElementaryFunctions.artanh(-1) == -.infinity)
    #expect(ElementaryFunctions.angle(y: 0, x: 0) == 0)
    #expect(ElementaryFunctions.angle(y: 0, x: -1) == .pi)
    #expect(ElementaryFunctions.angle(y: -2, x: 0) == -.pi / 2)
    #expect(ElementaryFunctions.length(0, 0) == 0)
    #expect(ElementaryFunctions.length(3e300, -4e300) == 5e300)
    #expect(ElementaryFunctions.length(.infinity, 1) == .infinity)
  }
}
