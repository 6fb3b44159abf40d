public import Scene

extension Theme {
  /// The style that all text fields share. Lengths are in logical pixels.
  public enum Field {
    public static let cornerRadius = 10.0
    /// The outline width of a field without the focus.
    public static let outline = 1.0
    /// The outline width of the field with the keyboard focus.
    public static let focusedOutline = 2.0
  }
}

extension DisplayList {
  /// Adds the background and the outline of a text field.
  ///
  /// - Parameters:
  ///   - frame: The outer edge of the outline.
  ///   - showsFocus: Whether the outline shows the keyboard focus.
  ///   - environment: The theme and the scale.
  public mutating func fieldBackground(in frame: Rect, showsFocus: Bool, _ environment: Environment) {
    let shape = RoundedRect(frame, cornerRadius: Theme.Field.cornerRadius)
    let width = environment.lineWidth(showsFocus ? Theme.Field.focusedOutline : Theme.Field.outline)
    let colors = environment.theme.colors
    fill(.roundedRect(shape), colors.field)
    let color = showsFocus ? colors.accent : colors.fieldOutline
    stroke(.roundedRect(shape.inset(by: width / 2)), color, width: width)
  }
}
