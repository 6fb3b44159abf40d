import Glibc

/// The spring of the textbooks, x″ + 2ζω₀x′ + ω₀²x = 0: one formula a regime, by the C library's
/// functions. The program's own is another one, which is held against it.
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
    let slope = velocity + decay * displacement
    let square = angularFrequency * angularFrequency - decay * decay
    let root = abs(square).squareRoot()
    if dampingFraction == 1 { return exp(-decay * time) * (displacement + slope * time) }
    if square > 0 {
      let (cosine, sine) = (cos(root * time), sin(root * time))
      return exp(-decay * time) * (displacement * cosine + slope / root * sine)
    }
    let (slow, fast) = (root - decay, -root - decay)
    let part = (velocity - fast * displacement) / (slow - fast)
    return part * exp(slow * time) + (displacement - part) * exp(fast * time)
  }
}
