import Controls

/// What is asked of the floating button, on the command line and later in its panel; what nobody
/// asked for follows from its shape.
struct ButtonOptions: Hashable {
  var shape = FloatingButton.Shape.button
  var snap: SnapMode?
  var drag: FloatingButton.DragMode?
  var tap = FloatingButton.TapMode.toggle
  var dims: Bool?
  var ringsBell = false
  var feel = FloatingButton.Feel()

  /// The button that this asks for.
  var configuration: FloatingButton.Configuration {
    FloatingButton.Configuration(
      shape: shape, snap: snap, drag: drag, tap: tap, dims: dims, ringsBell: ringsBell, feel: feel)
  }

  /// Asks for the next snap mode, after the last for the first. `seed` is for those who compare
  /// with the demonstration, and is asked for by its name alone.
  mutating func selectNextSnap() {
    let modes = SnapMode.allCases.filter { $0 != .seed }
    let index = modes.firstIndex(of: configuration.snap) ?? modes.count - 1
    snap = modes[(index + 1) % modes.count]
  }

  /// Asks for the button instead of the ball, or the other way round.
  mutating func selectNextShape() {
    shape = shape == .button ? .ball : .button
  }
}
