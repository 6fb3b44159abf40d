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
  public mutating func fieldFrame(_ frame: Rect, isTinted: Bool, _ theme: Theme) {
    let shape = RoundedRect(frame, cornerRadius: Theme.Field.cornerRadius)
    let width = isTinted ? Theme.Field.focusedOutline : Theme.Field.outline
    fill(.roundedRect(shape), theme.colors.field)
    stroke(
      .roundedRect(shape.inset(by: width / 2)),
      isTinted ? theme.colors.blue : theme.colors.fieldOutline, width: width)
  }
}
