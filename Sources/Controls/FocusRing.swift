public import Scene

extension DisplayList {
  /// Adds the ring that marks the keyboard focus, around the outline of a control.
  public mutating func focusRing(around shape: RoundedRect, _ environment: Environment) {
    let width = environment.lineWidth(Theme.FocusRing.width)
    let distance = environment.snapped(Theme.FocusRing.gap) + width / 2
    stroke(
      .roundedRect(shape.inset(by: -distance)),
      environment.theme.colors.accent.opacity(Theme.FocusRing.opacity), width: width)
  }
}
