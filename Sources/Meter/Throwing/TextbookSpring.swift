import Glibc

/// The spring of the textbooks, x″ + 2ζω₀x′ + ω₀²x = 0, by the C library's functions. The program's
/// own is another one, which is held against it.
struct TextbookSpring: Equatable {
  /// ω₀, in radians per second; above 0.
  var angularFrequency: Double
  /// ζ, from 0.
  var dampingFraction: Double

  /// How far from rest it is some time after it was let go.
  ///
  /// - Parameters:
  ///   - displacement: Then.
  ///   - velocity: Then, in its units per second.
  ///   - time: In seconds.
  func displacement(
    from displacement: Double, velocity: Double, after time: Double
  ) -> Double {
    let decay = dampingFraction * angularFrequency
    let square = angularFrequency * angularFrequency - decay * decay
    let root = abs(square).squareRoot()
    // Cosine and sine, or hyperbolic ones; so near ζ = 1, where they are one, nothing is cancelled.
    var (even, odd) = (exp(-decay * time) * cos(root * time), exp(-decay * time) * sin(root * time))
    if square < 0 {
      let (slow, faster) = (exp((root - decay) * time), -2 * root * time)
      (even, odd) = (slow * (1 + exp(faster)) / 2, -slow * expm1(faster) / 2)
    }
    let slope = velocity + decay * displacement
    return displacement * even + slope * (root > 0 ? odd / root : exp(-decay * time) * time)
  }
}
