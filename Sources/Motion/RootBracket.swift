/// An interval in which a function falls from above zero, at its lower end, to zero or below, at
/// its upper end.
struct RootBracket {
  private(set) var low: Double
  private(set) var high: Double

  /// Finds the root by Newton's steps, and by halving where these leave the bracket or are too
  /// many.
  ///
  /// - Parameters:
  ///   - tolerance: How narrow the bracket becomes, positive; not narrower than two neighbouring
  ///     numbers.
  ///   - guess: Where to begin, inside the bracket.
  ///   - function: Its value and its slope.
  mutating func narrow(
    to tolerance: Double, from guess: Double,
    _ function: (Double) -> (value: Double, slope: Double)
  ) {
    var (guess, stepsLeft) = (guess, 16)
    while high - low > tolerance, low < guess, guess < high {
      let (value, slope) = function(guess)
      if value > 0 { low = guess } else { high = guess }
      // Half the tolerance too far, so that the next guess closes the bracket from the other side.
      let next = guess - value / slope + (value > 0 ? tolerance : -tolerance) / 2
      let isStep = stepsLeft > 0 && low < next && next < high
      guess = isStep ? next : (low + high) / 2
      stepsLeft -= 1
    }
  }
}
