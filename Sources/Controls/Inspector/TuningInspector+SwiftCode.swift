extension TuningInspector {
  /// Swift code that creates a button configuration with the tuning, the snap mode and the dimming
  /// of the inspector. All other options have their default values.
  ///
  /// The numbers are those of the sliders, so they are short, and compiling them gives the same
  /// tuning.
  public var swiftCode: String {
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
