import Motion

/// A pending change of the window scale.
///
/// The program asks the window manager for the size at which the window shows the same content, and
/// changes the scale when that size arrives. So a frame at the old scale is followed by a frame at
/// the new scale, with no mixed frame in between. A window manager may keep the size, for example
/// of a tiled window; then the scale changes after a short timeout.
struct PendingScaleChange: Hashable {
  /// The new scale of the window.
  let scale: Double
  /// The time at which the scale changes at the latest.
  let deadline: Instant

  static let timeout = Duration.milliseconds(100)

  init(to scale: Double, at now: Instant) {
    self.scale = scale
    deadline = now + Self.timeout
  }
}
