public import Scene

extension Theme {
  /// What all kinds of text fields have in common; lengths are logical pixels.
  public enum Field {
    public static let cornerRadius = 10.0
    public static let outline = 1.0
    /// Of the field that has the keyboard focus.
    public static let focusedOutline = 2.0
  }
}

extension DisplayList {
  /// Adds the inside and the outline of a text field.
  ///
  /// - Parameter isTinted: Whether the outline shows that the field has the keyboard focus.
  public mutating func fieldFrame(_ frame: Rect, isTinted: Bool, _ environment: Environment) {
    let shape = RoundedRect(frame, cornerRadius: Theme.Field.cornerRadius)
    let width = environment.line(
      isTinted ? Theme.Field.focusedOutline : Theme.Field.outline)
    let colors = environment.theme.colors
    fill(.roundedRect(shape), colors.field)
    stroke(
      .roundedRect(shape.inset(by: width / 2)), isTinted ? colors.accent : colors.fieldOutline,
      width: width)
  }
}
