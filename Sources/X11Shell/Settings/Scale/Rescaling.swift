import Motion

/// A change of a window's scale that is under way.
///
/// The window manager is asked for the size at which the window shows as much as before, and the
/// scale changes as that size comes: one frame at the old scale is followed by one at the new, and
/// none shows half of the change. A manager that gives no other size, as it may with a tiled
/// window, is not waited for long.
struct Rescaling: Hashable {
  /// What the window will have.
  let scale: Double
  /// When it has it at the latest.
  let deadline: Instant

  static let patience = Duration.milliseconds(100)

  init(to scale: Double, at now: Instant) {
    self.scale = scale
    deadline = now + Self.patience
  }
}
