import Controls

/// The options of the floating button, from the command line and later from its panel.
///
/// Options that are `nil` follow from the shape.
struct ButtonOptions: Hashable {
  var shape = FloatingButton.Shape.button
  var snap: SnapMode?
  var drag: FloatingButton.DragMode?
  var tap = FloatingButton.TapMode.toggle
  var dims: Bool?
  var ringsBell = false
  var tuning = FloatingButton.Tuning()

  /// The configuration of the button.
  var configuration: FloatingButton.Configuration {
    FloatingButton.Configuration(
      shape: shape, snap: snap, drag: drag, tap: tap, dims: dims, ringsBell: ringsBell, tuning: tuning)
  }

  /// Selects the next snap mode. The first follows the last.
  ///
  /// Skips `original`, which exists for comparison with the original demo and can be selected only
  /// by its name.
  mutating func selectNextSnap() {
    let modes = SnapMode.allCases.filter { $0 != .original }
    let index = modes.firstIndex(of: configuration.snap) ?? modes.count - 1
    snap = modes[(index + 1) % modes.count]
  }
}
