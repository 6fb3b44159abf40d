import Scene

extension TextStyle {
  /// The same in another font, where the machine has it.
  ///
  /// - Parameter families: Separated by commas; `nil` leaves the style as it is.
  func preferring(_ families: String?) -> TextStyle {
    guard let families else { return self }
    var style = self
    style.family = "\(families), \(family)"
    return style
  }
}
