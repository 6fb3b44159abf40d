/// An interval in which a function decreases from a positive value at the lower end to zero or
/// below at the upper end.
struct RootBracket {
  private(set) var low: Double
  private(set) var high: Double

  /// Finds the root by Newton steps. It halves the interval if a step leaves the bracket or after
  /// too many steps.
  ///
  /// - Parameters:
  ///   - tolerance: The width of the bracket at the end, positive. It is at least the distance
  ///     between two adjacent numbers.
  ///   - guess: The first guess, inside the bracket.
  ///   - function: Returns the value and the slope of the function.
  mutating func narrow(
    to tolerance: Double, from guess: Double, _ function: (Double) -> (value: Double, slope: Double)
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
