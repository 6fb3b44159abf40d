public import Scene

extension DisplayList {
  /// Adds the ring that shows where the keyboard focus is.
  public mutating func focusRing(around shape: RoundedRect, _ environment: Environment) {
    let width = environment.line(Theme.FocusRing.width)
    let distance = environment.snapped(Theme.FocusRing.gap) + width / 2
    stroke(
      .roundedRect(shape.inset(by: -distance)),
      environment.theme.colors.accent.opacity(Theme.FocusRing.opacity), width: width)
  }
}
