extension FeelInspector {
  /// Feel, snap mode and whether it dims as Swift code that makes a button's configuration; all else
  /// in it is as where nothing is given.
  ///
  /// Numbers are those of the sliders, so they are short and give the same feel when compiled.
  public var swiftCode: String {
    let settings = settings
    return """
      FloatingButton.Configuration(
        snap: .\(settings.snap), dims: \(settings.dims),
        feel: FloatingButton.Feel(
          spring: \(springCode), draggedScale: \(settings.feel.draggedScale),
          dimmedOpacity: \(settings.feel.dimmedOpacity), longPress: \(longPressCode)))
      """
  }

  private var springCode: String {
    let (response, dampingFraction) = (value(of: .response), value(of: .dampingFraction))
    return "Spring(response: \(response), dampingFraction: \(dampingFraction))"
  }

  private var longPressCode: String {
    ".milliseconds(\(Int((1000 * value(of: .longPress)).rounded())))"
  }
}
