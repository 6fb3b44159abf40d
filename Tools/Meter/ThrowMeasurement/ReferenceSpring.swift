import Glibc

/// The textbook solution of a damped spring, x″ + 2ζω₀x′ + ω₀²x = 0, with the C library's
/// functions. It is independent of the program's own spring, which is compared with it.
struct ReferenceSpring: Equatable {
  /// The undamped angular frequency ω₀, in radians per second; greater than 0.
  var angularFrequency: Double
  /// The damping fraction ζ; 0 or greater.
  var dampingFraction: Double

  /// Returns the displacement from rest at a time after the release.
  ///
  /// - Parameters:
  ///   - displacement: The displacement at the release.
  ///   - velocity: The velocity at the release, in units of the displacement per second.
  ///   - time: The time since the release, in seconds.
  func displacement(from displacement: Double, velocity: Double, after time: Double) -> Double {
    let decay = dampingFraction * angularFrequency
    let square = angularFrequency * angularFrequency - decay * decay
    let root = abs(square).squareRoot()
    // Cosine and sine, or their hyperbolic forms. Both agree at ζ = 1, so near it no digits cancel.
    var (even, odd) = (exp(-decay * time) * cos(root * time), exp(-decay * time) * sin(root * time))
    if square < 0 {
      let (slow, faster) = (exp((root - decay) * time), -2 * root * time)
      (even, odd) = (slow * (1 + exp(faster)) / 2, -slow * expm1(faster) / 2)
    }
    let slope = velocity + decay * displacement
    return displacement * even + slope * (root > 0 ? odd / root : exp(-decay * time) * time)
  }
}
