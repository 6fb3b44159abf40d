import Motion

extension FeelInspector {
  /// A number of the feel that has a slider.
  public enum Quantity: Int, CaseIterable, Hashable, Sendable {
    case response, dampingFraction, draggedScale, dimmedOpacity, longPress
  }
}

extension FeelInspector.Quantity {
  /// What it is called, as short as it can be.
  var title: String {
    switch self {
    case .response: "Response"
    case .dampingFraction: "Damping"
    case .draggedScale: "Scale"
    case .dimmedOpacity: "Dim to"
    case .longPress: "Long press"
    }
  }

  /// What can be chosen, in seconds, factors and fractions.
  var range: SteppedRange {
    switch self {
    case .response: SteppedRange(0.05...2, stepsPerUnit: 100)
    // With less damping it would ring for minutes.
    case .dampingFraction: SteppedRange(0.05...2, stepsPerUnit: 100)
    case .draggedScale: SteppedRange(1...2, stepsPerUnit: 100)
    case .dimmedOpacity: SteppedRange(0...1, stepsPerUnit: 100)
    case .longPress: SteppedRange(0.1...1, stepsPerUnit: 100)
    }
  }

  /// Its number in a feel, which may be any.
  func value(in feel: FloatingButton.Feel) -> Double {
    switch self {
    case .response: feel.spring.response
    case .dampingFraction: feel.spring.dampingFraction
    case .draggedScale: feel.draggedScale
    case .dimmedOpacity: feel.dimmedOpacity
    case .longPress: feel.longPress.inSeconds
    }
  }

  /// A value of its range in words.
  func words(for value: Double) -> String {
    switch self {
    case .response, .longPress: "\(String(value, decimals: 2)) s"
    case .dampingFraction: String(value, decimals: 2)
    case .draggedScale: "\(String(value, decimals: 2))×"
    case .dimmedOpacity: "\(String(100 * value, decimals: 0)) %"
    }
  }
}
