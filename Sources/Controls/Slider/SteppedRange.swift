/// Evenly spaced numbers from one to another, both included: what a slider chooses from.
///
/// They are whole multiples of one *n*th, each the `Double` nearest to its fraction. With *n* a
/// power of ten they print as short decimals, however they were reached: 0.3, never
/// 0.30000000000000004.
public struct SteppedRange: Hashable, Sendable {
  /// How many steps make one unit, *n*.
  public let stepsPerUnit: Int
  /// The first and the last number, in steps from zero.
  let positions: ClosedRange<Int>

  /// - Parameters:
  ///   - bounds: The ends, each moved to the nearest step; within ± 10⁹ units.
  ///   - stepsPerUnit: *n*, 1…10⁶.
  public init(_ bounds: ClosedRange<Double>, stepsPerUnit: Int) {
    precondition(
      (1...1_000_000).contains(stepsPerUnit), "stepsPerUnit is \(stepsPerUnit), not 1…1000000")
    precondition(
      max(abs(bounds.lowerBound), abs(bounds.upperBound)) <= 1e9, "\(bounds) is too wide")
    self.stepsPerUnit = stepsPerUnit
    let steps = Double(stepsPerUnit)
    positions =
      Int((bounds.lowerBound * steps).rounded())...Int((bounds.upperBound * steps).rounded())
  }

  /// The least and the greatest number.
  public var lowerBound: Double { value(at: positions.lowerBound) }
  public var upperBound: Double { value(at: positions.upperBound) }

  /// The number of the range that is nearest; NaN counts as the least.
  public func nearest(to value: Double) -> Double { self.value(at: position(nearest: value)) }

  /// The number that is so many steps from zero.
  func value(at position: Int) -> Double { Double(position) / Double(stepsPerUnit) }

  /// How many steps from zero the nearest number is; NaN counts as the least.
  func position(nearest value: Double) -> Int {
    guard value > lowerBound else { return positions.lowerBound }
    guard value < upperBound else { return positions.upperBound }
    return Int((value * Double(stepsPerUnit)).rounded())
  }

  /// Where on the way from the first to the last number one is, 0…1; 0 where there is but one.
  func fraction(at position: Int) -> Double {
    guard positions.count > 1 else { return 0 }
    return Double(position - positions.lowerBound) / Double(positions.count - 1)
  }

  /// The number nearest to a fraction of the way, in steps from zero.
  ///
  /// - Parameter fraction: 0…1.
  func position(atFraction fraction: Double) -> Int {
    positions.lowerBound + Int((fraction * Double(positions.count - 1)).rounded())
  }
}
