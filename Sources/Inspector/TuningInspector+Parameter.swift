import Controls
import Motion

extension TuningInspector {
  /// A parameter of the tuning that has a slider.
  package enum Parameter: Int, CaseIterable, Hashable, Sendable {
    case response, dampingFraction, draggedScale, dimmedOpacity, longPress

    /// The label, as short as possible.
    var label: String {
      switch self {
      case .response: "Response"
      case .dampingFraction: "Damping"
      case .draggedScale: "Scale"
      case .dimmedOpacity: "Dim to"
      case .longPress: "Long press"
      }
    }

    /// The range of the slider. The response and the long press are in seconds, the scale is a factor,
    /// and the others are fractions.
    var range: SteppedRange {
      switch self {
      // With less damping, the button would oscillate for minutes.
      case .response, .dampingFraction: SteppedRange(0.05...2, stepsPerUnit: 100)
      case .draggedScale: SteppedRange(1...2, stepsPerUnit: 100)
      case .dimmedOpacity: SteppedRange(0...1, stepsPerUnit: 100)
      case .longPress: SteppedRange(0.1...1, stepsPerUnit: 100)
      }
    }

    /// Returns the value of the parameter in a tuning, in the unit of `range`. A value can be outside
    /// that range.
    func value(in tuning: FloatingButton.Tuning) -> Double {
      switch self {
      case .response: tuning.spring.response
      case .dampingFraction: tuning.spring.dampingFraction
      case .draggedScale: tuning.draggedScale
      case .dimmedOpacity: tuning.dimmedOpacity
      case .longPress: tuning.longPress.inSeconds
      }
    }

    /// Returns a value of the parameter, in the unit of `range`, as text with its unit.
    func text(for value: Double) -> String {
      switch self {
      case .response, .longPress: "\(String(value, decimals: 2)) s"
      case .dampingFraction: String(value, decimals: 2)
      case .draggedScale: "\(String(value, decimals: 2))×"
      case .dimmedOpacity: "\(String(100 * value, decimals: 0)) %"
      }
    }
  }
}

extension TuningInspector {
  /// Swift code that creates a button configuration with the tuning, the snap mode and the dimming
  /// of the inspector. All other options have their default values.
  ///
  /// The numbers are those of the sliders, so they are short, and compiling them gives the same
  /// tuning.
  package var swiftCode: String {
    let settings = settings
    return """
      FloatingButton.Configuration(
        snap: .\(settings.snap), dims: \(settings.dims),
        tuning: FloatingButton.Tuning(
          spring: \(springCode), draggedScale: \(settings.tuning.draggedScale),
          dimmedOpacity: \(settings.tuning.dimmedOpacity), longPress: \(longPressCode)))
      """
  }

  private var springCode: String {
    let (response, dampingFraction) = (value(of: .response), value(of: .dampingFraction))
    return "Spring(response: \(response), dampingFraction: \(dampingFraction))"
  }

  private var longPressCode: String { ".milliseconds(\(Int((1000 * value(of: .longPress)).rounded())))" }
}

extension String {
  /// Creates the text of a number with a fixed number of decimals, such as `0.30`. The number is
  /// rounded half away from zero.
  ///
  /// - Parameters:
  ///   - value: The number. Beyond ± 10¹², Swift's standard description is used.
  ///   - decimals: The number of decimals, in 0…6.
  package init(_ value: Double, decimals: Int) {
    guard abs(value) <= 1e12 else {
      self = "\(value)"
      return
    }
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let total = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && total > 0 ? "-" : ""
    let (whole, remainder) = total.quotientAndRemainder(dividingBy: unit)
    // The leading 1 preserves leading zeros and is then dropped.
    self = decimals > 0 ? "\(sign)\(whole).\("\(unit + remainder)".dropFirst())" : "\(sign)\(whole)"
  }
}
