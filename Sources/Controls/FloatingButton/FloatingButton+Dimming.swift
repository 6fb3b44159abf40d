import Motion
import Scene

// A button that is pressed, hovered, focused or in use is opaque. An unused button dims.
extension FloatingButton {
  /// The time without use before dimming starts.
  private static let dimDelay = Duration.seconds(1)

  private var isInUse: Bool { isPressed || isHovered || showsFocus || mode != .none }

  /// Whether the button has the keyboard focus, its window is focused, and it is not modal.
  var showsFocus: Bool { isFocused && environment.isWindowFocused && !isModal }

  /// Applies a change that can affect dimming, and then updates the opacity.
  mutating func changeUse(at now: Instant, _ change: (inout FloatingButton) -> Void) {
    change(&self)
    updateOpacity(at: now)
  }

  /// Makes a button that is in use opaque, or schedules dimming.
  mutating func updateOpacity(at now: Instant) {
    if isInUse { opacity.set(1) } else if opacity.target == 1 { scheduleDimming(at: now) }
  }

  /// Updates the pointer position and the hover state. `nil` means outside the window.
  mutating func pointerChanged(to pointer: Point?, at now: Instant) {
    self.pointer = pointer
    let isInside = pointer.map { contains($0, at: now) } ?? false
    changeUse(at: now) { $0.isHovered = isInside }
  }

  /// Updates the hover state with the target position of the button, because the button can move
  /// away from a pointer that does not move.
  mutating func updateHover(at now: Instant) {
    let target = center.target
    let isInside = pointer.map { outline.contains(.zero + ($0 - target)) } ?? false
    changeUse(at: now) { $0.isHovered = isInside }
  }

  /// Schedules dimming after the delay, if dimming is enabled.
  mutating func scheduleDimming(at now: Instant) {
    guard configuration.dims else { return }
    dim(after: Self.dimDelay, at: now)
  }

  /// Fades to the dimmed opacity after a delay.
  mutating func dim(after delay: Duration, at now: Instant) {
    let fading = Animation.easeInOut(duration: theme.motion.dimming).delay(delay)
      .reducedMotion(.preserve)
    opacity.animate(
      to: configuration.tuning.clampedOpacity, at: playback.time(at: now), with: environment.motion(fading))
  }
}
