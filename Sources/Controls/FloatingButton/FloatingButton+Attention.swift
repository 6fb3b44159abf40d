import Motion
import Scene

// What is pressed, hovered, focused or in use is lit; what is left alone dims.
extension FloatingButton {
  private var isAttended: Bool {
    isPressed || isHovered || showsFocus || relocation != nil || panel.isOpen || menu.isOpen
  }

  /// Whether it has the keyboard focus, in a window that has it, and nothing of its own took that.
  var showsFocus: Bool { isFocused && environment.isWindowFocused && !isModal }

  /// Changes what the person attends to.
  mutating func attend(at now: Instant, _ change: (inout FloatingButton) -> Void) {
    change(&self)
    updateAttention(at: now)
  }

  /// Lights the button or lets it dim, as the person attends to it or not.
  mutating func updateAttention(at now: Instant) {
    if isAttended {
      opacity.set(1)
    } else if opacity.target == 1 {
      leaveAlone(at: now)
    }
  }

  /// Takes in where the pointer is; `nil` outside the window.
  mutating func notice(pointer: Point?, at now: Instant) {
    self.pointer = pointer
    let isInside = pointer.map { contains($0, at: now) } ?? false
    attend(at: now) { $0.isHovered = isInside }
  }

  /// Tells anew whether the pointer is over it, by its place of rest: it may go away from under a
  /// pointer that stays.
  mutating func judgeHover(at now: Instant) {
    let rest = center.target
    let isInside = pointer.map { outline.contains(.zero + ($0 - rest)) } ?? false
    attend(at: now) { $0.isHovered = isInside }
  }

  /// Begins to dim, after a while, where the button is one that does.
  mutating func leaveAlone(at now: Instant) {
    guard configuration.dims else { return }
    dim(after: Theme.FloatingButton.dimDelay, at: now)
  }

  /// Fades, after a wait, to the opacity of what is left alone.
  mutating func dim(after delay: Duration, at now: Instant) {
    let fading = Animation.timing(.easeInOut, duration: Theme.FloatingButton.dimDuration)
      .delay(delay).reducedMotion(.preserve)
    opacity.animate(
      to: configuration.feel.dimOpacity, at: playback.time(at: now),
      with: environment.motion(fading))
  }
}
