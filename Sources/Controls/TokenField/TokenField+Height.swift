import Motion
import Scene

// The height of the field. It is animated with a spring when lines are added or removed.
extension TokenField {
  /// The current height of the field with its status line, in logical pixels, at the width that was
  /// last set. It changes over time in `advance(to:)`.
  public var height: Double { statusFrame.maxY - frame.minY }

  /// The height at the end of the animation.
  public var targetHeight: Double { height + targetFrame.height - frame.height }

  /// The frame at the end of the animation, without the status line.
  var targetFrame: Rect { frame(ofHeight: animatedHeight.target) }

  /// Updates the height to the current content.
  ///
  /// - Parameter now: The current time, or `nil` if it is unknown. Without a time, a running
  ///   animation stays at its last value.
  mutating func updateHeight(at now: Instant?) {
    let padding = Theme.TokenField.padding
    let target = environment.snapped(visibleHeight + padding.top + padding.bottom)
    if target != animatedHeight.target { grow(to: target, at: now) }
    frame = frame(ofHeight: now.map { animatedHeight.value(at: $0) } ?? frame.height)
    scroller.resize(content: flow.height, visible: visibleHeight)
  }

  private mutating func grow(to target: Double, at now: Instant?) {
    guard let now else {
      animatedHeight.set(target)
      frame = targetFrame
      return
    }
    animatedHeight.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.TokenField.heightSpring)),
      threshold: environment.positionThreshold)
  }

  /// Ends the animation of the height immediately.
  mutating func endGrowth() {
    animatedHeight.set(animatedHeight.target)
    frame = targetFrame
  }

  /// Returns the next instant at which the height changes: `now` if the frame does not have its
  /// final height yet. Returns `nil` if the height does not change again.
  func growthChange(after now: Instant) -> Instant? {
    animatedHeight.nextChange(after: now) ?? (frame.height == targetFrame.height ? nil : now)
  }

  private func frame(ofHeight height: Double) -> Rect {
    environment.snapped(Rect(origin: frame.origin, size: Size(width: frame.width, height: max(0, height))))
  }

  private var statusHeight: Double {
    environment.snapped(environment.text.metrics(of: "x", style: Theme.Fonts.caption).height)
  }

  /// The frame of the status line.
  var statusFrame: Rect { statusFrame(below: frame) }

  /// Returns the frame of the status line for a frame of the field.
  func statusFrame(below frame: Rect) -> Rect {
    Rect(
      x: frame.minX, y: frame.maxY + environment.snapped(Theme.TokenField.statusGap), width: frame.width,
      height: statusHeight)
  }
}
