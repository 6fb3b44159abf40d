import Glibc
import TestSupport
import Testing

@testable import Motion

@Suite struct `Motion's elementary functions` {
  /// How many steps of the second number's last digit the first is off.
  private static func ulps(_ value: Double, _ truth: Double) -> Double {
    value == truth ? 0 : abs(value - truth) / truth.ulp
  }

  @Test(arguments: 0..<20)
  func `are those of the C library to within a few ulps`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let exponent = Double.random(in: -708...709, using: &generator)
      let small = Double.random(in: -1...1, using: &generator)
      for x in [exponent, small, small / 1e9] {
        #expect(Self.ulps(Elementary.exp(x), exp(x)) <= 3, "e^\(x)")
      }
      for x in [exp(exponent), exp(small), 1 + small / 1e9] {
        #expect(Self.ulps(Elementary.log(x), log(x)) <= 3, "ln \(x)")
      }
      #expect(Self.ulps(Elementary.artanh(small), atanh(small)) <= 8, "artanh \(small)")
      let (y, x) = (small * exp(exponent / 2), Double.random(in: -1...1, using: &generator))
      #expect(Self.ulps(Elementary.angle(y: y, x: x), atan2(y, x)) <= 2, "\(y), \(x)")
      #expect(Self.ulps(Elementary.length(y, x), hypot(y, x)) <= 2, "\(y), \(x)")
    }
  }

  @Test(arguments: 0..<20)
  func `keep their digits where the argument is small`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let scale = exp(Double.random(in: -700...0, using: &generator))
      let small = Double.random(in: -0.9...0.9, using: &generator)
      for x in [small, small * scale, small * 1e-10] {
        let (loss, log) = (Elementary.loss(abs(x)), Elementary.logOfOnePlus(x))
        #expect(Self.ulps(loss, -expm1(-abs(x))) <= 8, "1 − e^−\(abs(x))")
        #expect(Self.ulps(log, log1p(x)) <= 6, "ln (1 + \(x))")
        #expect(Self.ulps(Elementary.artanh(x), atanh(x)) <= 8, "artanh \(x)")
      }
      for x in [2 + 2 * small, 100 * abs(small), exp(700 * abs(small))] {
        #expect(Self.ulps(Elementary.loss(x), -expm1(-x)) <= 8, "1 − e^−\(x)")
        #expect(Self.ulps(Elementary.logOfOnePlus(x), log1p(x)) <= 6, "ln (1 + \(x))")
      }
    }
  }

  @Test func `of what is lost have no step where two forms meet`() {
    for x in [Double(2).nextDown, 2, Double(2).nextUp] {
      #expect(Self.ulps(Elementary.loss(x), -expm1(-x)) <= 8)
    }
    #expect(abs(Elementary.loss(2) - Elementary.loss(Double(2).nextDown)) <= 4 * Double(1).ulp)
    #expect(Elementary.loss(0) == 0)
    #expect(Elementary.loss(.infinity) == 1)
    #expect(Elementary.loss(.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
    #expect(Elementary.logOfOnePlus(0) == 0)
    #expect(Elementary.logOfOnePlus(-1) == -.infinity)
    #expect(Elementary.logOfOnePlus(-1.5).isNaN)
  }

  @Test(arguments: 0..<20)
  func `of waves are the circle's, and beyond 0 the hyperbola's`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let angle = Double.random(in: 1e-3...1.574, using: &generator)
      let circle = Elementary.waves(angle * angle)
      #expect(abs(circle.cosine - cos(angle)) <= 3e-16)
      #expect(abs(circle.sine - sin(angle) / angle) <= 3e-16)
      let reach = min(angle, 1)
      let hyperbola = Elementary.waves(-reach * reach)
      #expect(abs(hyperbola.cosine - cosh(reach)) <= 5e-16)
      #expect(abs(hyperbola.sine - sinh(reach) / reach) <= 5e-16)
    }
    #expect(Elementary.waves(0) == (1, 1))
  }

  @Test func `have the limits that mathematics gives them`() {
    #expect(Elementary.exp(0) == 1)
    #expect(Elementary.exp(-.infinity) == 0)
    #expect(Elementary.exp(-709) == 0)
    #expect(Elementary.exp(.infinity) == .infinity)
    #expect(Elementary.exp(710) == .infinity)
    #expect(Elementary.exp(.nan).isNaN)
    #expect(Elementary.log(1) == 0)
    #expect(Elementary.log(0) == -.infinity)
    #expect(Elementary.log(.infinity) == .infinity)
    #expect(Elementary.log(-1).isNaN)
    #expect(Elementary.log(.nan).isNaN)
    #expect(Self.ulps(Elementary.log(.leastNonzeroMagnitude), -744.4400719213812) <= 1)
    #expect(Elementary.artanh(1) == .infinity)
    #expect(Elementary.artanh(-1) == -.infinity)
    #expect(Elementary.angle(y: 0, x: 0) == 0)
    #expect(Elementary.angle(y: 0, x: -1) == .pi)
    #expect(Elementary.angle(y: -2, x: 0) == -.pi / 2)
    #expect(Elementary.length(0, 0) == 0)
    #expect(Elementary.length(3e300, -4e300) == 5e300)
    #expect(Elementary.length(.infinity, 1) == .infinity)
  }
}
