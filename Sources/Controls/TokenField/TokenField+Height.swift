import Motion
public import Scene

// The height of the field. It is animated with a spring when lines are added or removed.
extension TokenField {
  /// The current frame of the field with its status line. The height changes over time in
  /// `advance(to:)`.
  public var frame: Rect {
    let size = Size(width: fieldFrame.width, height: statusFrame.maxY - fieldFrame.minY)
    return Rect(origin: fieldFrame.origin, size: size)
  }

  /// The height at the end of the animation.
  package var targetHeight: Double { frame.height + targetFrame.height - fieldFrame.height }

  /// The field frame at the end of the animation.
  var targetFrame: Rect { frame(ofHeight: animatedHeight.target) }

  /// Updates the height to the current content.
  mutating func updateHeight(at now: Instant) {
    let padding = Theme.TokenField.padding
    let target = environment.snapped(visibleHeight + padding.top + padding.bottom)
    if target != animatedHeight.target { grow(to: target, at: now) }
    fieldFrame = frame(ofHeight: animatedHeight.value(at: now))
    scroller.resize(content: flow.height, visible: visibleHeight)
  }

  private mutating func grow(to target: Double, at now: Instant) {
    animatedHeight.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.TokenField.heightSpring)),
      threshold: environment.positionThreshold)
  }

  /// Ends the animation of the height immediately.
  mutating func endGrowth() {
    animatedHeight.set(animatedHeight.target)
    fieldFrame = targetFrame
  }

  /// Returns the next instant at which the height changes: `now` if the frame does not have its
  /// final height yet. Returns `nil` if the height does not change again.
  func growthChange(after now: Instant) -> Instant? {
    animatedHeight.nextChange(after: now) ?? (fieldFrame.height == targetFrame.height ? nil : now)
  }

  private func frame(ofHeight height: Double) -> Rect {
    environment.snapped(
      Rect(origin: fieldFrame.origin, size: Size(width: fieldFrame.width, height: max(0, height))))
  }

  private var statusHeight: Double {
    environment.snapped(environment.text.metrics(of: "x", style: Theme.Fonts.caption).height)
  }

  /// The frame of the status line.
  var statusFrame: Rect { statusFrame(below: fieldFrame) }

  /// Returns the frame of the status line for a frame of the field.
  func statusFrame(below frame: Rect) -> Rect {
    Rect(
      x: frame.minX, y: frame.maxY + environment.snapped(Theme.TokenField.statusGap), width: frame.width,
      height: statusHeight)
  }
}
