public import Scene

extension DisplayList {
  /// Adds the ring that shows where the keyboard focus is.
  public mutating func focusRing(around shape: RoundedRect, _ theme: Theme) {
    let distance = Theme.FocusRing.gap + Theme.FocusRing.width / 2
    stroke(
      .roundedRect(shape.inset(by: -distance)),
      theme.colors.blue.opacity(Theme.FocusRing.opacity), width: Theme.FocusRing.width)
  }
}
