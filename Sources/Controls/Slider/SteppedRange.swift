/// A closed range of evenly spaced numbers, for example the values of a slider.
///
/// The numbers are multiples of 1/*n*, each rounded to the nearest `Double`. If *n* is a power of
/// ten, they print as short decimals regardless of how they were reached: 0.3, never
/// 0.30000000000000004.
public struct SteppedRange: Hashable, Sendable {
  /// The number of steps per unit, *n*.
  public let stepsPerUnit: Int
  /// The bounds, in steps from zero.
  let positions: ClosedRange<Int>

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - bounds: The bounds, each rounded to the nearest step. They must be within ± 10⁹.
  ///   - stepsPerUnit: The number of steps per unit, *n*, in 1…10⁶.
  public init(_ bounds: ClosedRange<Double>, stepsPerUnit: Int) {
    precondition((1...1_000_000).contains(stepsPerUnit), "stepsPerUnit \(stepsPerUnit) not in 1…1000000")
    precondition(max(abs(bounds.lowerBound), abs(bounds.upperBound)) <= 1e9, "bounds \(bounds) exceed ± 1e9")
    self.stepsPerUnit = stepsPerUnit
    let steps = Double(stepsPerUnit)
    positions = Int((bounds.lowerBound * steps).rounded())...Int((bounds.upperBound * steps).rounded())
  }

  /// The smallest number.
  public var lowerBound: Double { value(at: positions.lowerBound) }
  /// The largest number.
  public var upperBound: Double { value(at: positions.upperBound) }

  /// Returns the nearest number of the range; for NaN, the smallest.
  public func nearest(to value: Double) -> Double { self.value(at: position(nearest: value)) }

  /// Returns the number at a position in steps from zero.
  func value(at position: Int) -> Double { Double(position) / Double(stepsPerUnit) }

  /// Returns the position of the nearest number, in steps from zero; for NaN, that of the smallest.
  func position(nearest value: Double) -> Int {
    guard value > lowerBound else { return positions.lowerBound }
    guard value < upperBound else { return positions.upperBound }
    return Int((value * Double(stepsPerUnit)).rounded())
  }

  /// Returns a position as a fraction of the range, 0…1. If the range has only one number, returns
  /// 0.
  func fraction(at position: Int) -> Double {
    guard positions.count > 1 else { return 0 }
    return Double(position - positions.lowerBound) / Double(positions.count - 1)
  }

  /// Returns the position nearest to a fraction of the range, in steps from zero.
  ///
  /// - Parameter fraction: The fraction, 0…1.
  func position(atFraction fraction: Double) -> Int {
    positions.lowerBound + Int((fraction * Double(positions.count - 1)).rounded())
  }
}
