public import Scene

/// A closed range of evenly spaced numbers, for example the values of a slider.
///
/// The numbers are multiples of 1/*n*, each rounded to the nearest `Double`. If *n* is a power of
/// ten, they print as short decimals regardless of how they were reached: 0.3, never
/// 0.30000000000000004.
public struct SteppedRange: Hashable, Sendable {
  /// The number of steps per unit, *n*.
  public let stepsPerUnit: Int
  /// The bounds, in steps from zero.
  let stepBounds: ClosedRange<Int>

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
    stepBounds = Int((bounds.lowerBound * steps).rounded())...Int((bounds.upperBound * steps).rounded())
  }

  /// The smallest number.
  public var lowerBound: Double { value(at: stepBounds.lowerBound) }
  /// The largest number.
  public var upperBound: Double { value(at: stepBounds.upperBound) }

  /// Returns the nearest number of the range; for NaN, the smallest.
  public func nearest(to value: Double) -> Double { self.value(at: stepIndex(nearest: value)) }

  /// Returns the number that an event selects for a control with one value: that of a request of an assistive program
  /// for the object with the key `.part(0)`, or that of a key. The arrow keys move by one step, with Shift and with
  /// Page Up and Page Down by ten, and Home and End to the bounds.
  ///
  /// - Parameter isFocused: Whether the control has the focus, without which it ignores keys.
  /// - Returns: `nil` if the event has no such effect.
  public func value(after value: Double, for event: InputEvent, isFocused: Bool) -> Double? {
    switch event {
    case .keyPressed(let press):
      guard isFocused else { return nil }
      return stepIndex(after: stepIndex(nearest: value), for: press).map(self.value(at:))
    case .accessibility(let request):
      guard request.path == [.part(0)], case .setValue(let value) = request.kind, value.isFinite else {
        return nil
      }
      return nearest(to: value)
    default: return nil
    }
  }

  /// The value of a control for assistive programs.
  ///
  /// - Parameter text: The value in words, for example "50 %".
  public func accessibleValue(_ value: Double, _ text: String) -> AccessibleValue {
    AccessibleValue(value, in: lowerBound...upperBound, step: 1 / Double(stepsPerUnit), text: text)
  }

  /// Returns the step index that a key selects.
  func stepIndex(after stepIndex: Int, for key: KeyPress) -> Int? {
    guard key.modifiers.isSubset(of: .shift) else { return nil }
    let largeStep = 10
    let step = key.modifiers.isEmpty ? 1 : largeStep
    let target: Int? =
      switch key.key {
      case .left, .down: stepIndex - step
      case .right, .up: stepIndex + step
      case .pageDown: stepIndex - largeStep
      case .pageUp: stepIndex + largeStep
      case .home: stepBounds.lowerBound
      case .end: stepBounds.upperBound
      default: nil
      }
    return target.map { max(stepBounds.lowerBound, min($0, stepBounds.upperBound)) }
  }

  /// Returns the number at a step index, which counts from zero.
  func value(at stepIndex: Int) -> Double { Double(stepIndex) / Double(stepsPerUnit) }

  /// Returns the step index of the nearest number; for NaN, that of the smallest.
  func stepIndex(nearest value: Double) -> Int {
    guard value > lowerBound else { return stepBounds.lowerBound }
    guard value < upperBound else { return stepBounds.upperBound }
    return Int((value * Double(stepsPerUnit)).rounded())
  }

  /// Returns a step index as a fraction of the range, 0…1. If the range has only one number, returns
  /// 0.
  func fraction(at stepIndex: Int) -> Double {
    guard stepBounds.count > 1 else { return 0 }
    return Double(stepIndex - stepBounds.lowerBound) / Double(stepBounds.count - 1)
  }

  /// Returns the step index nearest to a fraction of the range.
  ///
  /// - Parameter fraction: The fraction, 0…1.
  func stepIndex(atFraction fraction: Double) -> Int {
    stepBounds.lowerBound + Int((fraction * Double(stepBounds.count - 1)).rounded())
  }
}
